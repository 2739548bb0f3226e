import { type OrderSummary, summaryOf } from "~/shop/bag/bag";
import type { Discount } from "~/shop/discounts/code";
import { type Cents, cents } from "~/shop/money";
import type { Settings } from "~/shop/settings";
import { addedBy, type TaxGoods, type TaxLine, type TaxQuote } from "~/shop/tax/quote-tax";
import { discountShares } from "../order";

/** Line with the data on which its price and tax depend. */
export interface TaxableLine {
  product: string;
  quantity: number;
  /** Price of one piece in cents. */
  price: Cents;
  kindForTax: TaxLine["kind"];
}

/** Sums of an order including tax, with the quote that the tax comes from; amounts in cents. */
export interface TaxedSummary {
  summary: OrderSummary;
  taxes: TaxQuote;
}

/** Goods of an order in the form in which tax is quoted, with their shares of a discount. */
export function taxGoods(
  lines: readonly TaxableLine[],
  discount: Discount | null,
  facts: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">,
): { bare: OrderSummary; goods: TaxGoods } {
  const bare = summaryOf([...lines], discount, facts);
  const shares = discountShares(bare.discount, [...lines], discount?.only);
  const taxed = lines.map(({ kindForTax: kind, quantity, price }, position) => ({
    kind,
    quantity,
    price,
    discountShare: shares[position] ?? cents(0),
  }));
  return { bare, goods: { lines: taxed, deliveryFee: bare.deliveryFee, orderValue: bare.orderValue } };
}

/** Sums of an order with the tax that `taxesOf` quotes for its goods. */
export function taxedSummary(
  lines: readonly TaxableLine[],
  discount: Discount | null,
  facts: Pick<Settings, "deliveryFee" | "freeDeliveryFrom">,
  taxesOf: (goods: TaxGoods) => TaxQuote,
): TaxedSummary {
  const { bare, goods } = taxGoods(lines, discount, facts);
  const taxes = taxesOf(goods);
  const { tax, feesTotal: fees } = taxes;
  const namedFees = taxes.fees.map(({ name, amount }) => ({ name, amount }));
  const added = { tax, fees, ...(namedFees.length > 0 && { namedFees }), total: cents(bare.total + addedBy(taxes)) };
  return { taxes, summary: { ...bare, ...added } };
}
