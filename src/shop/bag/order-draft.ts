import { z } from "zod";
import { jsonIn, stored } from "~/platform/browser-storage";
import type { Discount } from "~/shop/discounts/code";
import { limits } from "~/shop/limits";
import { dollars } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { lineTotal, summaryOf, type Bag } from "./bag";

/** More than any order comes to; what is beyond it is no amount of money. */
const Dollars = z.number().min(0).max(10_000_000);

/** What the bag hands to the checkout: money in dollars, a line's total as text with two decimals. */
export const OrderDraft = z.object({
  items: z
    .array(
      z.object({
        productId: z.string(),
        name: z.string(),
        price: Dollars,
        quantity: z.int().min(1).max(limits.bag.quantity),
        color: z.string(),
        size: z.string(),
        itemTotal: z.string(),
      }),
    )
    .min(1)
    .max(limits.bag.lines),
  orderSummary: z.object({ orderValue: Dollars, deliveryFee: Dollars, total: Dollars }),
});
export type OrderDraft = z.infer<typeof OrderDraft>;

/** The draft of these lines. The total is after the discount, which is kept beside it. */
export function orderDraftOf(
  lines: Bag,
  discount: Discount | null,
  settings: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">,
): OrderDraft {
  const { orderValue, deliveryFee, total } = summaryOf(lines, discount, settings);
  return {
    items: lines.map((line) => ({
      productId: line.product,
      name: line.name,
      price: dollars(line.price),
      quantity: line.quantity,
      color: line.color,
      size: line.size,
      itemTotal: dollars(lineTotal(line)).toFixed(2),
    })),
    orderSummary: { orderValue: dollars(orderValue), deliveryFee: dollars(deliveryFee), total: dollars(total) },
  };
}

/** The draft of this browser session; none until the shopper continues to checkout. */
export const orderDraftStore = stored<OrderDraft | null>(() => window.sessionStorage, "orderDraft", {
  empty: null,
  parse: (text) => OrderDraft.safeParse(jsonIn(text)).data ?? null,
  serialize: (draft) => draft && JSON.stringify(draft),
});
