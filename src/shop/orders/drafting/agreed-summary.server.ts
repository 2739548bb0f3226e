import type { Transaction } from "~/platform/database.server";
import { type OrderSummary, summaryOf } from "~/shop/bag/bag";
import type { Discount } from "~/shop/discounts/code";
import { lockedDiscount } from "~/shop/discounts/discounts.server";
import { dollars } from "~/shop/money";
import { leastPayment, mostPayment } from "~/shop/payments/gateway";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { summaryToWire } from "../order.wire";
import type { DraftRequest } from "./draft-request.server";
import type { PricedLine } from "./priced-lines.server";

/** Sum and code of an order, as browser and shop agree on it. */
export interface Agreed {
  discount: Discount | null;
  summary: OrderSummary;
}

/**
 * The summary of the requested order, its code locked.
 *
 * @throws {Refusal} the refusals of a code, `prices-changed`, `payment-too-small`.
 */
export async function agreedSummary(
  tx: Transaction,
  wanted: DraftRequest,
  lines: PricedLine[],
  facts: Settings,
  now: Date,
): Promise<Agreed> {
  if (!wanted.discountCode) return summaryWithoutCode(wanted, lines, facts);
  const { orderValue } = summaryOf(lines, null, facts);
  const discount = await lockedDiscount(tx, wanted.discountCode, {
    email: wanted.customer.email,
    orderValue,
    products: lines.map(({ product }) => product),
    now,
  });
  const summary = summaryOf(lines, discount, facts);
  refuseOtherPrices(wanted, lines, summary);
  return { discount, summary };
}

/**
 * The summary of a requested order without a code.
 *
 * @throws {Refusal} `prices-changed`, `payment-too-small`.
 */
export function summaryWithoutCode(wanted: DraftRequest, lines: PricedLine[], facts: Settings): Agreed {
  const summary = summaryOf(lines, null, facts);
  refuseOtherPrices(wanted, lines, summary);
  return { discount: null, summary };
}

/** @throws {Refusal} `prices-changed` unless the browser showed exactly these prices and this total; `payment-too-small`. */
function refuseOtherPrices(wanted: DraftRequest, lines: PricedLine[], summary: OrderSummary): void {
  const sameLines = lines.every(({ price }, position) => price === wanted.items[position]?.price);
  if (!sameLines || summary.total !== wanted.amount) {
    const current = lines.map(({ product, name, size, color, quantity, price }) => ({
      product,
      name,
      size,
      color,
      quantity,
      price: dollars(price),
    }));
    throw new Refusal("prices-changed", { details: { lines: current, summary: summaryToWire(summary) } });
  }
  if (summary.total > 0 && summary.total < leastPayment) throw new Refusal("payment-too-small");
  if (summary.total > mostPayment)
    throw new Refusal("input-invalid", { fields: { amount: "The amount is too large." } });
}
