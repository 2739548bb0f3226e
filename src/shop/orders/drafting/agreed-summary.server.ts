import type { Transaction } from "~/platform/database.server";
import { countedValue, type OrderSummary, taxesIn } from "~/shop/price";
import type { AgreedDiscount } from "~/shop/discounts/code";
import { lockedDiscount } from "~/shop/discounts/discounts.server";
import { dollars } from "~/shop/money";
import { leastPaymentBy, mostPayment } from "~/shop/payments/gateway";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { offersToWire, summaryToWire } from "../order.wire";
import type { DraftRequest } from "./draft-request.server";
import { withoutLeftOut } from "../quoting/offers-of-bag.server";
import type { PricedLine } from "./priced-lines.server";
import { type OrderPrice, orderPriceOf, type PlaceTerms } from "./terms-at.server";

/** Sums, taxes and code of an order, on which browser and shop agree. */
export interface Agreed extends OrderPrice {
  /** Null without a code, and for a code that offers leave out. */
  discount: AgreedDiscount | null;
}

/** Settings and terms which decide, with a code, the sum of given lines. */
export interface SumBasis {
  settings: Settings;
  /** Whether the shop has offers, by which a total may have changed without a price. */
  hasOffers: boolean;
  /** Terms at the delivery address. */
  terms: PlaceTerms;
}

/**
 * Computes the sums of a requested order and locks its code.
 *
 * @throws {Refusal} as `lockedDiscount`; as `summaryWithoutCode`.
 */
export async function agreedSummary(
  tx: Transaction,
  wanted: DraftRequest,
  lines: PricedLine[],
  basis: SumBasis,
  now: Date,
): Promise<Agreed> {
  if (!wanted.discountCode) return summaryWithoutCode(wanted, lines, basis);
  const discount = await lockedDiscount(tx, wanted.discountCode, {
    email: wanted.customer.email,
    orderValue: countedValue(lines, basis.terms.offersOn),
    products: lines.map(({ product }) => product),
    now,
  });
  return agreed(wanted, lines, discount, basis);
}

/**
 * Computes the sums of a requested order without a code.
 *
 * @throws {Refusal} `prices-changed`, `tax-changed`, `payment-too-small`; `input-invalid` for an amount that is too large.
 */
export const summaryWithoutCode = (wanted: DraftRequest, lines: PricedLine[], basis: SumBasis): Agreed =>
  agreed(wanted, lines, null, basis);

function agreed(wanted: DraftRequest, lines: PricedLine[], discount: AgreedDiscount | null, basis: SumBasis): Agreed {
  const price = orderPriceOf(lines, discount, basis.terms);
  refuseOtherPrices(wanted, lines, price.summary, basis, () => {
    const kept = withoutLeftOut(lines, price);
    return { lines: kept, price: orderPriceOf(kept, discount, basis.terms) };
  });
  return { discount: price.isCodeLeftOut ? null : discount, ...price };
}

/**
 * Checks that the browser showed the shop's prices and total. A refusal names the lines and sums of `instead`, and what offers take off them:
 * those of the order without presents that no offer gives any more, which nobody is to pay.
 *
 * @throws {Refusal} `prices-changed` for other prices or another total, `tax-changed` if only the tax can be different;
 * `payment-too-small`; `input-invalid` for an amount that is too large.
 */
function refuseOtherPrices(
  wanted: DraftRequest,
  lines: PricedLine[],
  summary: OrderSummary,
  { hasOffers }: Pick<SumBasis, "hasOffers">,
  instead: () => { lines: PricedLine[]; price: OrderPrice },
): void {
  const sameLines = lines.every(({ price }, position) => price === wanted.items[position]?.price);
  if (!sameLines || summary.total !== wanted.amount) {
    const now = instead();
    const { summary: summed, offers = [], isCodeLeftOut } = now.price;
    const details = {
      lines: now.lines.map(shown),
      summary: summaryToWire(summed),
      offers: { given: offersToWire(offers), ...(isCodeLeftOut && { codeLeftOut: true }) },
    };
    const isWhole = now.lines.length === lines.length;
    const isTax = sameLines && isWhole && taxesIn(summary) > 0 && wanted.amount >= summary.total - taxesIn(summary);
    if (isTax) throw new Refusal("tax-changed", { details });
    throw new Refusal("prices-changed", { details, ...(hasOffers && sameLines && { words: OTHER_OFFERS }) });
  }
  // Beside gift cards less is left, which is compared once they are known.
  if (!wanted.giftCards?.length && summary.total > 0 && summary.total < leastPaymentBy(wanted.method))
    throw new Refusal("payment-too-small");
  if (summary.total > mostPayment)
    throw new Refusal("input-invalid", { fields: { amount: "The amount is too large." } });
}

const OTHER_OFFERS = "What offers take off has changed since you filled your bag.";

const shown = ({ product, name, size, color, quantity, price }: PricedLine) => ({
  product,
  name,
  size,
  color,
  quantity,
  price: dollars(price),
});
