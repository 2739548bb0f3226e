import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

const UndoForm = z.object({
  /** One change of the act; without it all are taken back. */
  change: z.coerce.number().int().positive().optional(),
  /** The versions of the records as they were when it was asked which text to keep. */
  versions: z
    .string()
    .default("{}")
    .transform(jsonIn)
    .pipe(z.record(z.string(), z.int().min(0))),
  /** Newer values that were not asked about stay as they stand. */
  rest: z.literal("theirs").optional(),
  /** The screen where the message stood. */
  back: z
    .string()
    .regex(/^\/(?!\/)[\w/-]*(\?[\w=&%.+-]*)?$/)
    .optional(),
});

/** The fields of a form that takes something back; nothing when no form of ours sent it. */
export const readUndoForm = (typed: Record<string, string>) => UndoForm.safeParse(typed).data;
