import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

const UndoForm = z.object({
  /** Id of one change; unset to undo the whole act. */
  change: z.coerce.number().int().positive().optional(),
  /** Versions of the records when the question was shown. */
  versions: z
    .string()
    .default("{}")
    .transform(jsonIn)
    .pipe(z.record(z.string(), z.int().min(0))),
  /** Newer values beyond those asked about are kept. */
  rest: z.literal("theirs").optional(),
  /** Page on which the message was shown. */
  back: z
    .string()
    .regex(/^\/(?!\/)[\w/-]*(\?[\w=&%.+-]*)?$/)
    .optional(),
});

/** Fields of an undo form; undefined when they are not valid. */
export const readUndoForm = (typed: Record<string, string>) => UndoForm.safeParse(typed).data;
