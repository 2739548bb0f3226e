import { rowJson } from "~/platform/row-json.server";
import { type Cents, cents } from "~/shop/money";
import type { TaxedPart, TaxQuote } from "~/shop/tax/quote-tax";
import { orderTaxes } from "../order-taxes.tables";
import type { PricedLine } from "./priced-lines.server";

/** Tax rows of an order for the SQL function `write_order`; none if no tax is collected. */
export function orderTaxRows(lines: readonly PricedLine[], quote: TaxQuote, deliveryFee: Cents) {
  const { state, place, source, mark } = quote;
  if (state === "") return [];
  const row = (
    part: "line" | "delivery" | "fee",
    position: number,
    taxed: TaxedPart,
    own: { name: string; kind?: string },
  ) =>
    rowJson(orderTaxes, {
      part,
      position,
      kind: "",
      ...own,
      rule: taxed.rule,
      base: taxed.base,
      stateBase: taxed.stateBase,
      localBase: taxed.localBase,
      stateRate: taxed.stateRate,
      localRate: taxed.localRate,
      stateTax: taxed.stateTax,
      localTax: taxed.localTax,
      amount: taxed.tax,
      state,
      place,
      source,
      mark,
    });
  const goods = lines.flatMap(({ name, kindForTax: kind }, position) => {
    const taxed = quote.lines[position];
    return taxed ? [row("line", position, taxed, { name, kind })] : [];
  });
  const delivery = quote.delivery && deliveryFee > 0 ? [row("delivery", 0, quote.delivery, { name: "Delivery" })] : [];
  const fees = quote.fees.map(({ name, amount, ...taxed }, position) =>
    row("fee", position, { ...taxed, base: cents(amount) }, { name }),
  );
  return [...goods, ...delivery, ...fees];
}
