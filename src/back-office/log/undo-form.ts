import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

const UndoForm = z.object({
  /** Id of one change; undefined to undo the whole act. */
  change: z.coerce.number().int().positive().optional(),
  /** Versions of the records, by kind and id, when the form asked what to do with newer values. */
  versions: z
    .string()
    .default("{}")
    .transform(jsonIn)
    .pipe(z.record(z.string(), z.int().min(0))),
  /** Value `theirs`: newer values of fields that the form does not show are kept. */
  rest: z.literal("theirs").optional(),
  /** Address of the page to return to after the undo. */
  back: z
    .string()
    .regex(/^\/(?!\/)[\w/-]*(\?[\w=&%.+-]*)?$/)
    .optional(),
});

/** Parses the fields of an undo form; undefined if they are not valid. */
export const readUndoForm = (typed: Record<string, string>) => UndoForm.safeParse(typed).data;
