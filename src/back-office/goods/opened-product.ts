import { z } from "zod";
import { jsonIn } from "~/platform/browser-storage";

/** What a product's form carries about how it was opened. */
const OpenedProduct = z.object({
  submission: z.uuid(),
  seen: z.object({
    product: z.int().min(0),
    pairs: z.record(z.string().regex(/^\d{1,9}$/), z.int().min(0)),
  }),
});

/** How a form was opened, as its hidden fields say; nothing when no form of ours sent it. */
export function openedProduct({ submission, seen = "" }: Record<string, string>) {
  return OpenedProduct.safeParse({ submission, seen: jsonIn(seen) }).data;
}
