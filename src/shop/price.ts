import { deliveryFeeOf, isLowestOfMany, type DeliveryTerms } from "./delivery-fee";
import { type Cents, cents, share, sum, times } from "./money";

/** Whether a line is a gift card, which is money and no goods; `is_gift_card` says it in SQL. */
export const isGiftCardLine = ({ kindForTax, giftCard }: KindOfLine): boolean =>
  kindForTax === "gift-card" || giftCard !== undefined;

/** Lines of goods: what delivery, codes, minimums and tax know of a bag or an order. */
export const goodsIn = <L extends KindOfLine>(lines: readonly L[]): L[] =>
  lines.filter((line) => !isGiftCardLine(line));

/** Whether lines are gift cards only: nothing of them is delivered but letters. */
export const areByEmail = (lines: readonly KindOfLine[]): boolean => lines.length > 0 && lines.every(isGiftCardLine);

/** Line of goods, as far as the sum of an order depends on it. */
export interface PriceLine {
  /** Product id; without it, a reduction that is for some products only is not for the line. */
  product?: string;
  quantity: number;
  /** Price of one piece in cents. */
  price: Cents;
  /** Price of one piece, in cents, before a member's reduction: delivery is charged by it, so that no reduction makes an order dearer. */
  listed?: Cents;
  /** Kind of the line. What is no goods is in no reduction, no delivery, no tax and no threshold. */
  kindForTax?: unknown;
  /** For whom a gift card is; in the browser, which knows no kinds, it alone says that the line is one. */
  giftCard?: unknown;
}

type KindOfLine = Pick<PriceLine, "kindForTax" | "giftCard">;

/** Line with the kind of goods that decides about its tax. */
export interface TaxableLine<Kind> extends PriceLine {
  kindForTax: Kind;
  /** Weight in grams of one piece; null if its product has none. */
  weightGrams: number | null;
}

/** Line with what offers ask about it. */
export interface OfferedLine extends PriceLine {
  variantId?: number;
  /** Ids of its categories, from that of its product up. */
  categories?: readonly string[];
  finalSale?: boolean;
  /** Set for a line that an offer put into the bag: it is a present or, once no offer gives it, costs its price. */
  isPresent?: boolean | undefined;
}

/** Amount that one offer takes off an order, in cents: off each line, and off all of them. */
export interface GivenByOffer {
  offer: string;
  sentence: string;
  amount: Cents;
  /** Part of the amount that is the price of presents; unset without any. */
  ofPresents?: Cents | undefined;
  shares: readonly Cents[];
}

/** Amounts that offers take off lines. */
export interface OffersTaken {
  given: readonly GivenByOffer[];
  /** Pieces of each line that are presents. They are in no threshold. */
  presents: readonly number[];
  /** Whether what is given is not together with a code. */
  isWithoutCodes: boolean;
}

/** Reduction by a percentage, by an amount in cents, or by free delivery. */
export type TakenOff =
  { kind: "percent"; percent: number } | { kind: "amount"; amount: Cents } | { kind: "free-delivery" };

/**
 * Reduction of an order: that of a code, with the ids of the products that it is for (all if absent), or amounts that were agreed
 * before, in cents, one for each line.
 */
export type Reduction = (TakenOff | { kind: "agreed"; shares: readonly Cents[] }) & { only?: readonly string[] };

/** Goods by which tax is computed: lines with their shares of the discount, what delivery costs, and value of goods before discount, in cents. */
export interface TaxableGoods<Kind> {
  lines: readonly { kind: Kind; quantity: number; price: Cents; discountShare: Cents }[];
  delivery: Cents;
  orderValue: Cents;
}

/** Fee per order that a state charges, in cents. */
export interface OrderFee {
  name: string;
  amount: Cents;
}

/** Amounts that a state adds to an order, in cents: tax, and fees without the tax on them. */
export interface Taxes {
  tax: Cents;
  feesTotal: Cents;
  fees: readonly OrderFee[];
  /** Set if own rates stand in for a tax service, which the draft of the order will ask. */
  isEstimate?: true;
}

/** Reduction by a code beside which offers are asked, and what is given of an order by given ways to reduce it, to compare them. */
export interface BesideOffers {
  reduction: Reduction | null;
  givenBy: (lines: readonly OfferedLine[], reduction: Reduction | null, taken: OffersTaken | null) => number;
}

/**
 * Function for what offers take off lines. Beside a code either of them may be left out: then nothing is given, or the code is marked. Apart from
 * this module, which every browser loads (`besideCode`).
 */
export type OffersOn = (lines: readonly OfferedLine[], beside?: BesideOffers) => OffersTaken & { isCodeLeftOut?: true };

/**
 * All on which the sum of given goods and a given reduction depends: the offers of the moment, and the rules of a place for delivery,
 * tax and fees.
 */
export interface Terms<Kind, Added extends Taxes> extends DeliveryTerms {
  /** Null for goods that come into an order which stands. */
  offersOn: OffersOn | null;
  taxesOf: (goods: TaxableGoods<Kind>) => Added;
}

/** Terms without taxes, as a browser has them before the address is known. */
interface OpenTerms extends DeliveryTerms {
  offersOn?: OffersOn | null;
  taxesOf?: undefined;
}

/** Line of any kind that the sum of an order takes. */
type AnyLine = OfferedLine & Partial<Pick<TaxableLine<unknown>, "kindForTax" | "weightGrams">>;

/** Sums of an order, all in cents. */
export interface OrderSummary {
  orderValue: Cents;
  discount: Cents;
  deliveryFee: Cents;
  /** Set before the place is known, if delivery costs more than `deliveryFee` at some places. */
  deliveryIsLowest?: boolean | undefined;
  /** Name of the method of delivery, if another one than the usual was chosen. */
  deliveryMethod?: string | null | undefined;
  tax: Cents;
  /** Fees per order that a state charges, without the tax on them. */
  fees: Cents;
  /** Fees by name, which add up to `fees`. Unset if there are none. */
  namedFees?: readonly OrderFee[] | undefined;
  total: Cents;
  /** Set for a quote whose tax the shop's own rates estimate; the order's tax is computed when it is drafted. */
  taxIsEstimate?: boolean | undefined;
}

/** Sum of an order with what it is made of: each line's share of the discount in cents, and the taxes. */
export interface Price<Added> {
  summary: OrderSummary;
  shares: Cents[];
  taxes: Added;
  /** Amounts that each offer took off; unset if none did. */
  offers?: readonly GivenByOffer[];
  /** Set if the code does not go with the offers, which take at least as much. */
  isCodeLeftOut?: true;
}

/**
 * The sum of goods with a reduction under terms; every sum of an order comes from here. Terms without taxes, as a browser has them
 * before the address is known, give a sum without tax and fees. An empty order costs nothing.
 */
export function priceOf(lines: readonly OfferedLine[], reduction: Reduction | null, terms: OpenTerms): Price<null>;
export function priceOf<Kind, Added extends Taxes>(
  lines: readonly TaxableLine<Kind>[],
  reduction: Reduction | null,
  terms: Terms<Kind, Added>,
): Price<Added>;
export function priceOf(
  lines: readonly AnyLine[],
  reduction: Reduction | null,
  terms: Omit<OpenTerms, "taxesOf"> & { taxesOf?: ((goods: TaxableGoods<unknown>) => Taxes) | undefined },
): Price<Taxes | null> {
  const { goods, discount, shares, isLowest, offers, isCodeLeftOut } = goodsOf(lines, reduction, terms);
  const taxes = terms.taxesOf?.(goods) ?? null;
  const { delivery: fee } = goods;
  const value = orderValue(lines);
  const { tax, feesTotal: fees } = taxes ?? { tax: cents(0), feesTotal: cents(0) };
  const namedFees = (taxes?.fees ?? []).map(({ name, amount }) => ({ name, amount }));
  const parts = { orderValue: value, discount, deliveryFee: fee, tax, fees };
  const named = { ...parts, ...(namedFees.length > 0 && { namedFees }), total: orderTotal(parts) };
  const marks = {
    ...(isLowest && { deliveryIsLowest: true }),
    ...(taxes?.isEstimate && { taxIsEstimate: true }),
  } as const;
  const method = terms.method === undefined ? {} : { deliveryMethod: terms.method };
  const summary = { ...named, ...marks, ...method };
  return { summary, shares, taxes, ...(offers.length > 0 && { offers }), ...(isCodeLeftOut && { isCodeLeftOut }) };
}

/** Goods as tax is computed by them. */
export const taxableGoods = <Kind>(
  lines: readonly TaxableLine<Kind>[],
  reduction: Reduction | null,
  terms: Omit<OpenTerms, "taxesOf">,
): TaxableGoods<Kind> => goodsOf(lines, reduction, terms).goods as TaxableGoods<Kind>;

/** The total of an order, in cents, from its parts. */
export const orderTotal = (
  parts: Omit<OrderSummary, "namedFees" | "total" | "taxIsEstimate" | "deliveryIsLowest" | "deliveryMethod">,
): Cents => cents(parts.orderValue - parts.discount + parts.deliveryFee + parts.tax + parts.fees);

/** Tax and fees in the sum of an order, in cents. */
export const taxesIn = ({ tax, fees }: Pick<OrderSummary, "tax" | "fees">): Cents => cents(tax + fees);

/** Price times quantity, in cents. */
export const lineTotal = (line: Pick<PriceLine, "price" | "quantity">): Cents => times(line.price, line.quantity);

/** Price of a line's pieces as a rider reads it, in cents: a present costs nothing. */
export const shownTotal = (line: Pick<PriceLine, "price" | "quantity"> & Pick<OfferedLine, "isPresent">): Cents =>
  line.isPresent ? cents(0) : lineTotal(line);

/** The sum of price times quantity, in cents. */
export const orderValue = (lines: readonly Pick<PriceLine, "price" | "quantity">[]): Cents => sum(lines.map(lineTotal));

/** The sum of price times quantity of goods, in cents: the value that free delivery, minimums of codes and fees ask for. */
export const goodsValue = (lines: readonly (Pick<PriceLine, "price" | "quantity"> & KindOfLine)[]): Cents =>
  orderValue(goodsIn(lines));

/** Order value as a rider reads it, in cents: a present costs nothing. */
export const shownValue = (
  { orderValue: value }: Pick<OrderSummary, "orderValue">,
  offers: readonly Pick<GivenByOffer, "ofPresents">[] = [],
): Cents => cents(value - sum(offers.map(({ ofPresents = cents(0) }) => ofPresents)));

/** Value of the gift cards among lines, in cents: other gift cards do not pay it. */
export const giftCardValue = (lines: readonly (Pick<PriceLine, "price" | "quantity"> & KindOfLine)[]): Cents =>
  orderValue(lines.filter(isGiftCardLine));

/** Whether a reduction applies to a product. */
export const isFor = ({ only }: Pick<Reduction, "only">, product: string | undefined): boolean =>
  only === undefined || (product !== undefined && only.includes(product));

/** A percentage of an amount in cents, rounded to the nearest cent. */
export const percentOf = (amount: Cents, percent: number): Cents => cents(Math.round((amount * percent) / 100));

/** Goods with delivery and all that is taken off them. */
interface ReducedGoods {
  goods: TaxableGoods<unknown>;
  discount: Cents;
  shares: Cents[];
  isLowest: boolean;
  offers: readonly GivenByOffer[];
  isCodeLeftOut?: true;
}

/** Goods with what offers and a code take off: first the offers, then the code on what is left. */
function goodsOf(
  lines: readonly AnyLine[],
  reduction: Reduction | null,
  terms: Omit<OpenTerms, "taxesOf">,
): ReducedGoods {
  const givenBy: BesideOffers["givenBy"] = (...by) => {
    const { discount, goods } = reducedGoods(...by, terms);
    return discount - goods.delivery;
  };
  const isAgreed = reduction?.kind === "agreed";
  const taken = isAgreed ? null : (terms.offersOn?.(lines, { reduction, givenBy }) ?? null);
  const { isCodeLeftOut } = taken ?? {};
  const goods = reducedGoods(lines, isCodeLeftOut ? null : reduction, taken, terms);
  return isCodeLeftOut ? { ...goods, isCodeLeftOut } : goods;
}

/** Goods without the pieces that are presents, which are in no threshold. */
const countedGoods = <L extends PriceLine>(lines: readonly L[], taken: Pick<OffersTaken, "presents"> | null): L[] =>
  goodsIn(lines.map((line, at) => ({ ...line, quantity: line.quantity - (taken?.presents[at] ?? 0) })));

/** Value of goods in cents as minimums of codes ask for it: before any reduction, and without presents. */
export const countedValue = (lines: readonly OfferedLine[], offersOn: OffersOn | null): Cents =>
  orderValue(countedGoods(lines, offersOn?.(lines) ?? null));

function reducedGoods(
  lines: readonly AnyLine[],
  reduction: Reduction | null,
  taken: OffersTaken | null,
  terms: DeliveryTerms,
): ReducedGoods {
  const bought = goodsIn(lines);
  const byOffers = lines.map((_, position) =>
    sum((taken?.given ?? []).map(({ shares }) => shares[position] ?? cents(0))),
  );
  const isReduced = (line: PriceLine) => reduction !== null && !isGiftCardLine(line) && isFor(reduction, line.product);
  const values = lines.map((line, position) =>
    isReduced(line) ? cents(lineTotal(line) - (byOffers[position] ?? 0)) : cents(0),
  );
  const byCode = discountOn(sum(values), reduction);
  const codeShares = reduction?.kind === "agreed" ? reduction.shares : share(byCode, values);
  const shares = byOffers.map((amount, position) => cents(amount + (codeShares[position] ?? 0)));
  const counted = countedGoods(lines, taken);
  const delivered = {
    value: orderValue(counted.map(({ price, listed = price, quantity }) => ({ price: listed, quantity }))),
    isFree: reduction?.kind === "free-delivery" && lines.some(isReduced),
    pieces: bought.map(({ quantity, weightGrams = null }) => ({ quantity, weightGrams })),
  };
  const delivery = bought.length === 0 ? cents(0) : deliveryFeeOf(delivered, terms);
  const taxable = lines.map(({ kindForTax: kind, quantity, price }, position) => ({
    kind,
    quantity,
    price,
    discountShare: shares[position] ?? cents(0),
  }));
  const goods = { lines: taxable, delivery, orderValue: orderValue(counted) };
  const isLowest = bought.length > 0 && isLowestOfMany(delivered, terms);
  return { goods, discount: sum([byCode, ...byOffers]), shares, isLowest, offers: taken?.given ?? [] };
}

/** Discount in cents on the value of the goods that a reduction applies to: rounded to the nearest cent, at most that value. */
function discountOn(value: Cents, reduction: Reduction | null): Cents {
  if (reduction === null || reduction.kind === "free-delivery") return cents(0);
  if (reduction.kind === "agreed") return sum([...reduction.shares]);
  if (reduction.kind === "percent") return percentOf(value, reduction.percent);
  return cents(Math.min(value, reduction.amount));
}
