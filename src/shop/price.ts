import { deliveryFeeOf, isLowestOfMany, type DeliveryTerms } from "./delivery-fee";
import { type Cents, cents, share, sum, times } from "./money";

/** Whether a line is a gift card, which is money and no goods; `is_gift_card` says it in SQL. */
export const isGiftCardLine = ({ kindForTax }: Pick<PriceLine, "kindForTax">): boolean => kindForTax === "gift-card";

/** Lines of goods: what delivery, codes, minimums and tax know of a bag or an order. */
export const goodsIn = <L extends Pick<PriceLine, "kindForTax">>(lines: readonly L[]): L[] =>
  lines.filter((line) => !isGiftCardLine(line));

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
}

/** Line with the kind of goods that decides about its tax. */
export interface TaxableLine<Kind> extends PriceLine {
  kindForTax: Kind;
  /** Weight in grams of one piece; null if its product has none. */
  weightGrams: number | null;
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

/** All on which the sum of given goods and a given reduction depends: the rules of a place for delivery, tax and fees. */
export interface Terms<Kind, Added extends Taxes> extends DeliveryTerms {
  taxesOf: (goods: TaxableGoods<Kind>) => Added;
}

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
}

/**
 * The sum of goods with a reduction under terms; every sum of an order comes from here. Terms without taxes, as a browser has them
 * before the address is known, give a sum without tax and fees. An empty order costs nothing.
 */
export function priceOf(
  lines: readonly PriceLine[],
  reduction: Reduction | null,
  terms: DeliveryTerms & { taxesOf?: undefined },
): Price<null>;
export function priceOf<Kind, Added extends Taxes>(
  lines: readonly TaxableLine<Kind>[],
  reduction: Reduction | null,
  terms: Terms<Kind, Added>,
): Price<Added>;
export function priceOf(
  lines: readonly (PriceLine & Partial<Pick<TaxableLine<unknown>, "kindForTax" | "weightGrams">>)[],
  reduction: Reduction | null,
  terms: DeliveryTerms & { taxesOf?: ((goods: TaxableGoods<unknown>) => Taxes) | undefined },
): Price<Taxes | null> {
  const { goods, discount, shares, isLowest } = goodsOf(lines, reduction, terms);
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
  return { summary: { ...named, ...marks, ...method }, shares, taxes };
}

/** Goods as tax is computed by them. */
export const taxableGoods = <Kind>(
  lines: readonly TaxableLine<Kind>[],
  reduction: Reduction | null,
  terms: DeliveryTerms,
): TaxableGoods<Kind> => goodsOf(lines, reduction, terms).goods as TaxableGoods<Kind>;

/** The total of an order, in cents, from its parts. */
export const orderTotal = (
  parts: Omit<OrderSummary, "namedFees" | "total" | "taxIsEstimate" | "deliveryIsLowest" | "deliveryMethod">,
): Cents => cents(parts.orderValue - parts.discount + parts.deliveryFee + parts.tax + parts.fees);

/** Tax and fees in the sum of an order, in cents. */
export const taxesIn = ({ tax, fees }: Pick<OrderSummary, "tax" | "fees">): Cents => cents(tax + fees);

/** Price times quantity, in cents. */
export const lineTotal = (line: Pick<PriceLine, "price" | "quantity">): Cents => times(line.price, line.quantity);

/** The sum of price times quantity, in cents. */
export const orderValue = (lines: readonly Pick<PriceLine, "price" | "quantity">[]): Cents => sum(lines.map(lineTotal));

/** The sum of price times quantity of goods, in cents: the value that free delivery, minimums of codes and fees ask for. */
export const goodsValue = (lines: readonly Pick<PriceLine, "price" | "quantity" | "kindForTax">[]): Cents =>
  orderValue(goodsIn(lines));

/** Value of the gift cards among lines, in cents: other gift cards do not pay it. */
export const giftCardValue = (lines: readonly Pick<PriceLine, "price" | "quantity" | "kindForTax">[]): Cents =>
  orderValue(lines.filter(isGiftCardLine));

/** Whether a reduction applies to a product. */
export const isFor = ({ only }: Pick<Reduction, "only">, product: string | undefined): boolean =>
  only === undefined || (product !== undefined && only.includes(product));

/** A percentage of an amount in cents, rounded to the nearest cent. */
export const percentOf = (amount: Cents, percent: number): Cents => cents(Math.round((amount * percent) / 100));

function goodsOf(
  lines: readonly (PriceLine & Partial<Pick<TaxableLine<unknown>, "kindForTax" | "weightGrams">>)[],
  reduction: Reduction | null,
  terms: DeliveryTerms,
): { goods: TaxableGoods<unknown>; discount: Cents; shares: Cents[]; isLowest: boolean } {
  const bought = goodsIn(lines);
  const isReduced = (line: PriceLine) => reduction !== null && !isGiftCardLine(line) && isFor(reduction, line.product);
  const values = lines.map((line) => (isReduced(line) ? lineTotal(line) : cents(0)));
  const discount = discountOn(sum(values), reduction);
  const shares = reduction?.kind === "agreed" ? [...reduction.shares] : share(discount, values);
  const delivered = {
    value: orderValue(bought.map(({ price, listed = price, quantity }) => ({ price: listed, quantity }))),
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
  const goods = { lines: taxable, delivery, orderValue: orderValue(bought) };
  return { goods, discount, shares, isLowest: bought.length > 0 && isLowestOfMany(delivered, terms) };
}

/** Discount in cents on the value of the goods that a reduction applies to: rounded to the nearest cent, at most that value. */
function discountOn(value: Cents, reduction: Reduction | null): Cents {
  if (reduction === null || reduction.kind === "free-delivery") return cents(0);
  if (reduction.kind === "agreed") return sum([...reduction.shares]);
  if (reduction.kind === "percent") return percentOf(value, reduction.percent);
  return cents(Math.min(value, reduction.amount));
}
