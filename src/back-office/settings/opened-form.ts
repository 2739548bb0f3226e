import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

/** What a form of facts carries about how it was opened. */
const OpenedForm = z.object({
  submission: z.uuid(),
  base: z.record(z.string(), z.string()),
  seen: z.record(z.string(), z.int().min(0)),
});
export type OpenedForm = z.infer<typeof OpenedForm>;

/** How a form was opened, as its hidden fields say; nothing when no form of ours sent it. */
export function openedForm(values: Record<string, string>): OpenedForm | undefined {
  const { submission, base = "", seen = "" } = values;
  return OpenedForm.safeParse({ submission, base: jsonIn(base), seen: jsonIn(seen) }).data;
}
