import type { Bag, Line } from "~/shop/bag/bag";
import { isSameVariant } from "~/shop/bag/card-facts";
import type { GiftCardWish } from "~/shop/gift-cards/bought-gift-card";
import { type OrderSummary, orderTotal } from "~/shop/price";
import type { OfferRow } from "~/shop/bag/total-rows";
import { centsOfDollars } from "~/shop/money";
import { type QuoteAnswer, summaryInWire } from "~/shop/orders/order.wire";
import { customerOf, type Fields } from "./checkout-fields";
import type { Steps } from "./steps";

/** A faster method of delivery: its name, time on the road, and in dollars what it and the usual method cost. */
export type FasterMethod = NonNullable<QuoteAnswer["fasterDelivery"]>;

/** Lines and sums by the shop, in dollars: those of a quote, or of a refused payment that the shopper accepted. */
export interface QuotedSums extends Pick<QuoteAnswer, "summary" | "fasterDelivery" | "deliveryTakes"> {
  lines: readonly Pick<QuoteAnswer["lines"][number], "product" | "size" | "color" | "price">[];
  offers?: { given: readonly OfferInWire[]; codeLeftOut?: boolean | undefined } | undefined;
}

interface OfferInWire extends Pick<OfferRow, "sentence" | "until"> {
  amount: number;
  ofPresents?: number | undefined;
}

/** Request for a quote; the browser sends a new one when any part of it changes. */
export interface Quotable {
  items: (Pick<Bag[number], "product" | "size" | "color" | "quantity"> & { giftCard?: GiftCardWish; present?: true })[];
  discountCode?: string | undefined;
  email?: string | undefined;
  fasterDelivery?: boolean;
  address: { postalCode: string; street: string; city: string };
}

/** State of what depends on the address of the purchase: delivery and sales tax. */
export type Quoted =
  /** No term depends on the address, so the sums of the bag are final. */
  | { at: "never" }
  /** The address is not complete. */
  | { at: "no-address" }
  | { at: "asking"; isSlow: boolean }
  /**
   * `notice`: message how the total has changed; null if it has not; `isOfMethod` if a choice under DELIVERY changed it. `takes`: time
   * on the road, if the zone of the address has one.
   */
  | { at: "known"; notice: string | null; isOfMethod?: boolean; takes?: string | undefined }
  /** The address is none to which anything is delivered; `message` says so. */
  | { at: "elsewhere"; message: string }
  /** `message`: reason of a refusal; null for another failure. */
  | { at: "failed"; message: string | null };

/** Request for a quote of this purchase; null until the address is saved, and for an empty bag. */
export function quotable(bag: Bag, discountCode: string | undefined, fields: Fields, steps: Steps): Quotable | null {
  if (bag.length === 0 || !steps.saved.billing) return null;
  const { address: street, city, postalCode, fasterDelivery } = customerOf(fields);
  return {
    items: bag.map((line) => ({ ...wantedOf(line), quantity: line.quantity })),
    ...(discountCode && { discountCode, ...(steps.saved.information && { email: customerOf(fields).email }) }),
    ...(fasterDelivery && { fasterDelivery }),
    address: { postalCode, street, city },
  };
}

/** A line's variant as calls about orders name it, with the mark of a present, or with what is wished of a gift card. */
export function wantedOf({ product, size, color, isPresent, giftCard }: Line) {
  if (!giftCard) return { product, size, color, ...(isPresent && { present: true as const }) };
  const { key: _, ...wish } = giftCard;
  return { product, size, color, giftCard: wish };
}

/** Sums of a purchase, and what offers take off them. */
export interface OfferedSums {
  summary: OrderSummary;
  offers: SummedOffers;
}

/**
 * Replaces the sums of the bag by those of a quote. If the quote is based on other prices than the bag shows, only its tax and
 * fees are used: the shop asks the shopper about the prices before payment.
 */
export function withQuote(bag: Bag, { summary: estimate, offers }: OfferedSums, quote: QuotedSums): OfferedSums {
  const summary = summaryInWire(quote.summary);
  const isAsShown = bag.every((line) =>
    quote.lines.some((now) => isSameVariant(now, line) && centsOfDollars(now.price) === line.price),
  );
  if (isAsShown) return { summary, offers: offersIn(quote) };
  const { tax, fees, namedFees, taxIsEstimate } = summary;
  const parts = { ...estimate, tax, fees };
  return { summary: { ...parts, namedFees, taxIsEstimate, total: orderTotal(parts) }, offers };
}

/** Lines of a bag without the presents that a quote leaves out, because a code gives more at its address or their offer has ended. */
export function quotedLines(bag: Bag, { lines }: Pick<QuotedSums, "lines">): Bag {
  const left = [...lines];
  return bag.filter((line) => {
    const place = left.findIndex((now) => isSameVariant(now, line));
    if (place !== -1) left.splice(place, 1);
    return place !== -1 || !line.isPresent;
  });
}

/** Amounts that offers take off the sums of a quote, in cents. */
export interface SummedOffers {
  given: readonly OfferRow[] | undefined;
  /** Whether the code is left out for them. */
  isCodeLeftOut: boolean;
}

export const offersIn = ({ offers }: Pick<QuotedSums, "offers">): SummedOffers => ({
  given: offers?.given.map((row) => ({
    ...row,
    amount: centsOfDollars(row.amount),
    ofPresents: centsOfDollars(row.ofPresents ?? 0),
  })),
  isCodeLeftOut: offers?.codeLeftOut ?? false,
});
