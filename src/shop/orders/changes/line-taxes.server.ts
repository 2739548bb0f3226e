import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { priceOf } from "~/shop/price";
import { fixedDelivery } from "~/shop/delivery-fee";
import { type Cents, cents, share } from "~/shop/money";
import { type TaxedPart, taxedPart, type TaxQuote } from "~/shop/tax/quote-tax";
import { type PlaceTerms, termsOfStanding } from "../drafting/terms-at.server";
import type { PricedLine } from "../drafting/priced-lines.server";
import type { LineTax } from "./computed-change";
import type { AddedLine } from "./change-preview";
import type { KnownOrder } from "./changeable-order.server";

/** Tax of a line in cents, and the row to store for it; null if no tax is collected. */
interface TaxOfLine {
  tax: Cents;
  row: LineTax | null;
}

type Coming = AddedLine & { discountShare: Cents; index: number };

/**
 * Functions for the tax of lines added to an order: swapped variants are taxed by the rates of the day of the order, other goods
 * by today's rates, those of the terms of `today`.
 *
 * @throws {Refusal} as `termsOfStanding`.
 */
export async function lineTaxes(
  services: Pick<Services, "settings" | "taxes" | "unreadable" | "payments"> & { db: Database },
  { order, goods, lines, taxes }: KnownOrder,
  priced: PricedLine[],
  today: PlaceTerms,
  now: Date,
): Promise<{ of: (line: Coming) => TaxOfLine; ofDelivery: (fee: Cents) => Cents }> {
  const then = await termsOfStanding(services, order, order.paidAt ?? now);
  const quoted = (terms: PlaceTerms, { index, price, quantity, discountShare }: Coming): TaxQuote => {
    const { kindForTax, weightGrams } = priced[index] as PricedLine;
    const agreed = { kind: "agreed" as const, shares: [discountShare] };
    return priceOf([{ kindForTax, weightGrams, quantity, price }], agreed, { ...terms, ...fixedDelivery(cents(0)) })
      .taxes;
  };

  function of(line: Coming): TaxOfLine {
    const gone = lines.find(({ position }) => position === line.replaces);
    const isSwap = gone !== undefined && goods.get(gone.position)?.productId === priced[line.index]?.product;
    if (!isSwap) return byQuote(quoted(today, line));
    const row = taxes.ofLine.get(gone.position);
    const [part = cents(0)] = share(gone.discountShare, [line.quantity, Math.max(0, gone.quantity - line.quantity)]);
    if (line.price === gone.price && line.discountShare === part && line.quantity <= gone.quantity) {
      const [tax = cents(0)] = share(gone.tax, [line.quantity, gone.quantity - line.quantity]);
      return { tax, row: row ? partOfRow(row, line.quantity / gone.quantity, tax) : null };
    }
    return row ? byRates(quoted(then, line), row) : { tax: cents(0), row: null };
  }

  return {
    of,
    ofDelivery: (fee) => {
      const { delivery } = taxes;
      if (!delivery) return cents(0);
      return taxedPart(fee, fee, delivery, delivery.rule).tax;
    },
  };
}

function byQuote(quote: TaxQuote): TaxOfLine {
  const [taxed] = quote.lines;
  if (!taxed) return { tax: cents(0), row: null };
  const { state, place, source, mark } = quote;
  return { tax: taxed.tax, row: { ...partOf(taxed), amount: taxed.tax, state, place, source, mark } };
}

const partOf = ({
  rule,
  base,
  stateBase,
  localBase,
  stateRate,
  localRate,
  stateTax,
  localTax,
}: Omit<TaxedPart, "tax">) => ({ rule, base, stateBase, localBase, stateRate, localRate, stateTax, localTax });

/** Tax row of a line that replaces pieces of another line at the same price: a part of the replaced line's row. */
function partOfRow(row: LineTax, part: number, tax: Cents): LineTax {
  const of = (amount: Cents) => cents(Math.round(amount * part));
  const stateTax = cents(Math.min(tax, of(row.stateTax)));
  const { state, place, source, mark } = row;
  return {
    ...partOf(row),
    base: of(row.base),
    stateBase: of(row.stateBase),
    localBase: of(row.localBase),
    stateTax,
    localTax: cents(tax - stateTax),
    amount: tax,
    state,
    place,
    source,
    mark,
  };
}

/** Tax of an added line by the rates stored with the replaced line. */
function byRates(quote: TaxQuote, row: LineTax): TaxOfLine {
  const [taxed] = quote.lines;
  const { state, place, source, mark } = row;
  const { stateBase = cents(0), localBase = cents(0), rule = row.rule } = taxed ?? {};
  const { tax, ...part } = taxedPart(stateBase, localBase, row, rule);
  return { tax, row: { ...part, amount: tax, state, place, source, mark } };
}
