import type { Services } from "~/services";
import { orderValue, priceOf } from "~/shop/price";
import { type DeliveryTerms, fixedDelivery } from "~/shop/delivery-fee";
import { deliveryTermsAt } from "~/shop/delivery-terms.server";
import { choicesOfVariants } from "~/shop/catalog/choices-of-variants.server";
import type { AgreedDiscount } from "~/shop/discounts/code";
import { validDiscount } from "~/shop/discounts/discounts.server";
import { type Cents, cents } from "~/shop/money";
import { leastPayment, mostPayment } from "~/shop/payments/gateway";
import { offersOf } from "~/shop/offers/apply-offers";
import { Refusal } from "~/shop/refusal";
import type { Customer } from "../order";
import { type PricedLine, pricedLines } from "../drafting/priced-lines.server";
import { type OrderPrice, orderPriceOf, placeOf, termsAt } from "../drafting/terms-at.server";
import { presentsOf } from "../quoting/offers-of-bag.server";
import { type OfferedMethod, offeredAt } from "../quoting/quote-order.server";
import { type CameBy, givenBy } from "./made-order";
import { piecesField, priceField } from "./price-field";

/** Pieces of one variant that a member enters, at the listed price or a lower one. */
interface WishedLine {
  variantId: number;
  quantity: number;
  /** Price of one piece in cents; unset for the listed price. */
  price?: Cents | undefined;
}

/** Order as a member enters it for a shopper. */
export interface OrderWish {
  lines: WishedLine[];
  customer: Customer;
  cameBy: CameBy;
  /** Message to the shopper; may be empty. */
  words: string;
  /** Reason for reduced prices. */
  reason: string;
  freeDelivery: boolean;
  /** Discount code of the shopper; unset without one. */
  code?: string | undefined;
  /** Whether the order may hold more than half of a variant. */
  beyondHalf: boolean;
  /** Number of days for which the order can be paid. */
  days: number;
}

/** Line with its price and the listed price. */
export interface MadeLine extends PricedLine {
  listed: Cents;
}

/** Sums of a made order, in cents. */
export interface MadeQuote extends OrderPrice {
  lines: MadeLine[];
  /** Null without a code, and for a code that offers leave out. */
  discount: AgreedDiscount | null;
  /** Reductions of prices and of the delivery fee together. */
  given: Cents;
  /** Faster method that the address has, with the fees of both; null without one. */
  faster: OfferedMethod | null;
}

type Quoting = Pick<Services, "db" | "settings" | "taxes" | "unreadable" | "payments" | "offers">;

/**
 * Computes lines, sums and taxes of a made order, as a checkout with the same address and method does. The delivery fee depends on the
 * listed prices, so that no reduction makes an order dearer. Writes and reserves nothing.
 *
 * @throws {Refusal} `input-invalid` at the field of a price, of the goods or of the code; `product-unknown`,
 * `combination-unavailable`; `payment-too-small`; as `termsAt`.
 */
export async function quoteMadeOrder(
  services: Quoting,
  { lines: wished, ...asked }: Pick<OrderWish, "lines" | "customer" | "freeDelivery" | "code">,
  now: Date,
): Promise<MadeQuote> {
  const own = await madeLines(services, wished);
  const quote = await quoteLines(services, await withPresents(services, own, now), asked, now);
  // A code that gives more than the offers takes their presents out again.
  const isWithoutOffers = quote.lines.length > own.length && !quote.offers;
  return isWithoutOffers ? quoteLines(services, own, asked, now) : quote;
}

async function quoteLines(
  services: Quoting,
  lines: MadeLine[],
  { customer, freeDelivery, code }: Pick<OrderWish, "customer" | "freeDelivery" | "code">,
  now: Date,
): Promise<MadeQuote> {
  const discount = code
    ? await besideCode(validDiscount(services.db, code, circumstancesOf(lines, customer, now)))
    : null;
  const place = placeOf(customer);
  const terms = await termsAt(services, place, { lines, reduction: discount, isDeliveredFree: freeDelivery }, now);
  const price = orderPriceOf(lines, discount, terms);
  const { total } = price.summary;
  if (total < leastPayment) throw new Refusal("payment-too-small");
  if (total > mostPayment) throw new Refusal("input-invalid", { fields: { lines: "The amount is too large." } });
  const feeByMethod = priceOf(lines, null, deliveryTermsAt(services, place)).summary.deliveryFee;
  const feeUnder = (of: DeliveryTerms) =>
    priceOf(lines, discount, {
      ...(freeDelivery ? fixedDelivery(cents(0)) : of),
      offersOn: terms.offersOn,
      taxesOf: undefined,
    });
  const { faster } = offeredAt(services, place, feeUnder);
  return {
    ...price,
    lines,
    discount: price.isCodeLeftOut ? null : discount,
    faster,
    given: givenBy(lines, freeDelivery ? feeByMethod : cents(0)),
  };
}

/** Lines with the presents that offers put beside them at the listed prices. */
async function withPresents(
  { db, offers }: Pick<Services, "db" | "offers">,
  lines: MadeLine[],
  now: Date,
): Promise<MadeLine[]> {
  const ofMoment = offersOf(offers(), now);
  if (!ofMoment) return lines;
  const { lines: presents } = await presentsOf(db, ofMoment, lines);
  return [...lines, ...presents.map((line) => ({ ...line, listed: line.price }))];
}

/** Data for checking a discount code, the same as in a checkout. */
export const circumstancesOf = (lines: MadeLine[], { email }: Pick<Customer, "email">, now: Date) => ({
  email,
  orderValue: orderValue(lines.filter(({ isPresent }) => !isPresent)),
  products: lines.map(({ product }) => product),
  now,
});

/** Attaches a refusal of a code to the field of the code. */
export const besideCode = <T>(checking: Promise<T>): Promise<T> =>
  checking.catch((error: unknown) => {
    if (!(error instanceof Refusal) || !error.code.startsWith("code-")) throw error;
    throw new Refusal("input-invalid", { fields: { code: error.message } });
  });

/** Listed prices of variants on sale, in cents, by variant id. */
export async function listedLines(
  { db }: Pick<Services, "db">,
  wished: Pick<WishedLine, "variantId" | "quantity">[],
): Promise<Map<number, Cents>> {
  const listed = new Map<number, Cents>();
  for (const wish of wished) {
    const [line] = await madeLines({ db }, [wish]).catch((error: unknown) => {
      if (error instanceof Refusal) return [];
      throw error;
    });
    if (line) listed.set(line.variantId, line.listed);
  }
  return listed;
}

async function madeLines({ db }: Pick<Services, "db">, wished: WishedLine[]): Promise<MadeLine[]> {
  if (wished.length === 0) throw new Refusal("input-invalid", { fields: { lines: "Choose what is bought." } });
  const ids = wished.map(({ variantId }) => variantId);
  const known = await choicesOfVariants(db, ids);
  const asked = wished.map(({ variantId, quantity }) => {
    const choice = known.get(variantId);
    if (!choice) throw notSold(variantId);
    return { ...choice, quantity };
  });
  const lines = await pricedLines(db, asked).catch((error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== "product-unknown") throw error;
    const gone = wished.find(({ variantId }) => known.get(variantId)?.product === error.details?.product);
    throw gone ? notSold(gone.variantId) : error;
  });
  return lines.map((line, position) => {
    const price = wished[position]?.price ?? line.price;
    if (price > line.price)
      throw new Refusal("input-invalid", {
        fields: { [priceField(line.variantId)]: "Prices can be reduced here, not raised." },
      });
    return { ...line, listed: line.price, price };
  });
}

const notSold = (variantId: number) =>
  new Refusal("input-invalid", { fields: { [piecesField(variantId)]: "This is not sold any more. Take it out." } });
