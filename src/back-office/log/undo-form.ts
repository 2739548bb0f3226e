import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

const TakeBackForm = z.object({
  submission: z.uuid(),
  /** One change of the act; without it all are taken back. */
  change: z.coerce.number().int().positive().optional(),
  /** The versions of the records as they were when it was asked which text to keep. */
  versions: z.record(z.string(), z.int().min(0)).default({}),
  /** The screen where the message stood. */
  back: z
    .string()
    .regex(/^\/(?!\/)[\w/-]*$/)
    .optional(),
});

/** The fields of a form that takes something back; nothing when no form of ours sent it. */
export const takeBackForm = ({ versions, ...values }: Record<string, string>) =>
  TakeBackForm.safeParse({ ...values, ...(versions && { versions: jsonIn(versions) }) }).data;
