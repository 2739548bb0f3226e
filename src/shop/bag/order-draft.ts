import { jsonIn, stored } from "~/platform/browser-storage";
import { list, number, read, type Read, shape, text } from "~/shop/json-shape";
import type { Discount } from "~/shop/discounts/code";
import { limits } from "~/shop/limits";
import { dollars } from "~/shop/money";
import type { Line } from "./bag";
import { lineTotal, type OrderSummary, priceOf } from "~/shop/price";
import type { DeliveryTerms } from "~/shop/delivery-fee";

/** Maximum of an amount in a draft, in dollars; drafts with larger amounts are invalid. */
export const mostDrafted = 10_000_000;

const amount = number({ from: 0, to: mostDrafted });

/** The bag as passed to the checkout: amounts in dollars, the total of a line as text with two decimals. */
const draftShape = shape({
  items: list(
    shape({
      productId: text(),
      name: text(),
      price: amount,
      quantity: number({ whole: true, from: 1, to: limits.bag.quantity }),
      color: text(),
      size: text(),
      itemTotal: text(),
    }),
    { least: 1, most: limits.bag.lines },
  ),
  orderSummary: shape({ orderValue: amount, deliveryFee: amount, total: amount }),
});
export type OrderDraft = Read<typeof draftShape>;

/** Reads a draft from a stored text; null if the text is invalid. */
export const orderDraftIn = (json: string): OrderDraft | null => read(draftShape, jsonIn(json)) ?? null;

/** A line as far as a draft has it. */
type DraftLine = Omit<Line, "giftCard"> & { giftCard?: unknown };

/** Makes a draft of lines, before sales tax and after the discount. */
export const orderDraftOf = (
  lines: readonly DraftLine[],
  discount: Discount | null,
  terms: DeliveryTerms,
): OrderDraft => orderDraftWith(lines, priceOf(lines, discount, terms).summary);

/** Makes a draft of lines with given sums. */
export function orderDraftWith(
  lines: readonly DraftLine[],
  { orderValue, deliveryFee, total }: OrderSummary,
): OrderDraft {
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

/** Draft of this browser session; null until the shopper opens the checkout. */
export const orderDraftStore = stored<OrderDraft | null>(() => window.sessionStorage, "orderDraft", {
  empty: null,
  parse: orderDraftIn,
  serialize: (draft) => draft && JSON.stringify(draft),
});
