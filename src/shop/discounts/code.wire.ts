import { z } from "zod";
import { OwnDraftKey } from "~/shop/draft-key.wire";
import { limits } from "~/shop/limits";
import { centsOfDollars, dollars } from "~/shop/money";
import { codeComplaint, codeIn, type Discount } from "./code";

/** Schema of a code as a shopper types it. */
export const DiscountCodeText = z
  .string()
  .transform(codeIn)
  .superRefine((code, context) => {
    const message = codeComplaint(code);
    if (message) context.addIssue({ code: "custom", message });
  });

/** Schema of a request that checks a code: its text, the order value in dollars, and the shopper's e-mail address if known. */
export const DiscountQuestion = z.object({
  code: DiscountCodeText,
  orderValue: z.number().min(0).max(10_000_000).transform(centsOfDollars),
  email: z.string().trim().toLowerCase().max(limits.text.email).optional(),
  draftKey: OwnDraftKey,
  products: z.array(z.string().max(64)).max(limits.bag.lines).optional().meta({
    description: "The products that are to be bought, so that a code for other goods is refused",
  }),
});

const only = z.array(z.string()).optional().meta({ description: "The products it is for; without it all" });

/** Schema of a code's reduction in the public API, with amounts in dollars. */
export const DiscountWire = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("percent"), code: z.string(), only, percent: z.int() }),
  z.object({ kind: z.literal("amount"), code: z.string(), only, amount: z.number() }),
  z.object({ kind: z.literal("free-delivery"), code: z.string(), only }),
]);
export type DiscountWire = z.infer<typeof DiscountWire>;

/** Converts a code's reduction to its form in the public API, which does not name the least order value. */
export function discountToWire(discount: Discount): DiscountWire {
  const { code, only } = discount;
  const shared = { code, ...(only && { only }) };
  if (discount.kind === "percent") return { ...shared, kind: discount.kind, percent: discount.percent };
  if (discount.kind === "amount") return { ...shared, kind: discount.kind, amount: dollars(discount.amount) };
  return { ...shared, kind: discount.kind };
}
