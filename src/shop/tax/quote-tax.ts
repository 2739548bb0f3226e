import { type Cents, cents, share, sum } from "~/shop/money";
import type { TaxableGoods } from "~/shop/price";
import { type PlaceRates, ratesAt, type TaxPlace } from "./zip-rates";
import { isWithin, ruleFor, ruleWords, taxedOf } from "./tax-rules";
import { isBesideStates } from "~/shop/zip-regions";
import type { LineKind } from "~/shop/catalog/product-kind";
import type { Rate, TaxFee, TaxState, TaxTable } from "./tax-table";

/** An order for the computation of tax; amounts in cents. */
export type TaxGoods = TaxableGoods<LineKind>;

/** An order line for the computation of tax; amounts in cents. */
export type TaxLine = TaxGoods["lines"][number];

/** Tax of a line, of the delivery fee or of a fee, with the amount and the rates that it is computed from; amounts in cents. */
export interface TaxedPart {
  /** Taxed amount: the larger of the amounts that the state's rate and the local rate apply to. */
  base: Cents;
  stateBase: Cents;
  localBase: Cents;
  stateRate: Rate;
  localRate: Rate;
  stateTax: Cents;
  localTax: Cents;
  /** State and local tax together, rounded half up once. */
  tax: Cents;
  /** The applied rule as text. */
  rule: string;
}

/** Fee of an order, with the tax on it. */
export interface QuotedFee extends TaxedPart {
  name: string;
  amount: Cents;
}

/**
 * Mark for members who look at the order later: no rate matched, the shop's own rates were used in place of the tax service, or the
 * place is a territory or the mail of the armed forces, where no state's sales tax holds.
 */
export type TaxMark = "no-rate" | "own-rates" | "no-tax-place";

/** Tax of an order; amounts in cents. */
export interface TaxQuote {
  /** Tax of each line, in the order of the goods; empty where no tax is collected. */
  lines: TaxedPart[];
  /** Tax of the delivery fee; null where no tax is collected. */
  delivery: TaxedPart | null;
  deliveryTax: Cents;
  fees: QuotedFee[];
  feesTotal: Cents;
  feeTax: Cents;
  /** Tax of lines, delivery and fees; without the fees themselves. */
  tax: Cents;
  /** Two-letter code of the state; empty where no tax is collected. */
  state: string;
  /** Name of the place: "Albany, NY"; empty where no tax is collected. */
  place: string;
  /** Publication that the rates come from, and their day. */
  source: string;
  mark: TaxMark | null;
  /** Set if the shop's own rates stand in for the tax service, which the draft of the order will ask. */
  isEstimate?: true;
}

type PartRates = Pick<PlaceRates, "stateRate" | "localRate">;

const NOTHING = cents(0);
const MILLION = 1_000_000;

/** Quote of an order to a state in which no tax is collected. */
export const NO_TAX: TaxQuote = {
  lines: [],
  delivery: null,
  deliveryTax: NOTHING,
  fees: [],
  feesTotal: NOTHING,
  feeTax: NOTHING,
  tax: NOTHING,
  state: "",
  place: "",
  source: "",
  mark: null,
};

/**
 * Computes the sales tax of an order. `place` is the delivery address, `day` a day in the shop's time zone, as 2026-08-01.
 * Without a table, and for a state that is not in the table, there is no tax. If the state has no rate for the ZIP, the goods are
 * not taxed, and the quote is marked.
 */
export function quoteTax(table: TaxTable | null, goods: TaxGoods, place: TaxPlace, day: string): TaxQuote {
  const state = place.state === null ? undefined : table?.states[place.state];
  if (!state) return table && isBesideStates(place.zip) ? { ...NO_TAX, mark: "no-tax-place" } : NO_TAX;
  const rates = ratesAt(state, place.zip);
  const applied = rates ?? noRates(state);
  const lines = goods.lines.map((line) => taxedLine(state, line, applied, day));
  const delivery = taxedDelivery(state, goods, lines, applied);
  const fees = feesOfState(state, goods, lines, applied, day);
  const deliveryTax = delivery.tax;
  const feeTax = sum(fees.map(({ tax }) => tax));
  return {
    lines,
    delivery,
    deliveryTax,
    fees,
    feesTotal: sum(fees.map(({ amount }) => amount)),
    feeTax,
    tax: cents(sum(lines.map(({ tax }) => tax)) + deliveryTax + feeTax),
    state: state.state,
    place: applied.place,
    source: applied.source,
    mark: rates ? null : "no-rate",
  };
}

/** A part without tax, for a reason in words. */
export const untaxed = (rule: string): TaxedPart => ({
  base: NOTHING,
  stateBase: NOTHING,
  localBase: NOTHING,
  stateRate: 0,
  localRate: 0,
  stateTax: NOTHING,
  localTax: NOTHING,
  tax: NOTHING,
  rule,
});

/** A gift card is taxed when it is spent. */
const NOT_TAXED_CARD = untaxed("a gift card is not taxed");

const noRates = ({ state }: TaxState): PlaceRates => ({
  stateRate: 0,
  localRate: 0,
  localExempt: false,
  place: state,
  source: "",
});

/** Tax of a line, computed piece by piece, because the pieces' shares of the discount may differ by a cent. */
function taxedLine(state: TaxState, line: TaxLine, rates: PlaceRates, day: string): TaxedPart {
  const { kind } = line;
  if (kind === "gift-card") return NOT_TAXED_CARD;
  const priceAfter = (discount: Cents) => cents(line.price - discount);
  const prices = share(line.discountShare, Array<number>(line.quantity).fill(1)).map(priceAfter);
  const pieces = prices.map((price) => {
    const rule = ruleFor(state.rules, kind, price, day);
    const left = taxedOf(rule, price);
    return { rule, stateBase: left, localBase: rule.part === "both" || rates.localExempt ? left : price };
  });
  const words = [...new Set(pieces.map(({ rule }) => ruleWords(rule)))].join("; ");
  return taxedPart(
    sum(pieces.map(({ stateBase }) => stateBase)),
    sum(pieces.map(({ localBase }) => localBase)),
    rates,
    words,
  );
}

const DELIVERY_WORDS = {
  not: "delivery is not taxed",
  "with-taxed": "delivery is taxed with taxed goods",
  "by-share": "delivery is taxed by the share of taxed goods",
} as const;

function taxedDelivery({ delivery }: TaxState, goods: TaxGoods, lines: TaxedPart[], rates: PlaceRates): TaxedPart {
  const value = paidFor(goods);
  const baseOf = (taxed: number): Cents => {
    if (delivery === "not" || taxed === 0) return NOTHING;
    return delivery === "with-taxed" ? goods.delivery : halfUp(goods.delivery * taxed, value);
  };
  const stateBase = baseOf(lines.reduce((all, line) => all + line.stateBase, 0));
  const localBase = baseOf(lines.reduce((all, line) => all + line.localBase, 0));
  return taxedPart(stateBase, localBase, rates, DELIVERY_WORDS[delivery]);
}

/** Fees that a state charges for an order with these taxed lines, and the tax on the fees. */
export function feesOfState(
  state: TaxState,
  goods: TaxGoods,
  lines: readonly TaxedPart[],
  rates: PartRates,
  day: string,
): QuotedFee[] {
  const isTaxed = lines.some(({ base }) => base > 0);
  const isDue = (fee: TaxFee) =>
    isWithin(day, fee) && goods.orderValue >= fee.fromValue && (isTaxed || !fee.onlyWithTaxed);
  // Goods that are fully discounted are no sale, so there is no fee.
  if (paidFor(goods) === 0) return [];
  return state.fees.filter(isDue).map(({ name, amount, taxed }) => {
    const base = taxed ? amount : NOTHING;
    return { name, amount, ...taxedPart(base, base, rates, taxed ? "taxed" : "not taxed") };
  });
}

/** Price of the goods after discount, in cents. */
const paidFor = ({ lines }: TaxGoods): number => lines.reduce((all, line) => all + paidForLine(line), 0);

/** Price of a line's goods after discount, in cents; a gift card is no goods. */
export const paidForLine = ({ kind, price, quantity, discountShare }: TaxLine): Cents =>
  cents(kind === "gift-card" ? 0 : price * quantity - discountShare);

/**
 * State and local tax in cents. Their sum is rounded half up once; the state tax is rounded separately, and the local tax is the
 * rest.
 */
export function taxedPart(stateBase: Cents, localBase: Cents, rates: PartRates, rule: string): TaxedPart {
  const { stateRate, localRate } = rates;
  const byState = stateBase * stateRate;
  const tax = halfUp(byState + localBase * localRate, MILLION);
  const stateTax = halfUp(byState, MILLION);
  return {
    base: cents(Math.max(stateBase, localBase)),
    stateBase,
    localBase,
    stateRate,
    localRate,
    stateTax,
    localTax: cents(tax - stateTax),
    tax,
    rule,
  };
}

/** Divides integers, rounding half up. */
const halfUp = (dividend: number, divisor: number): Cents =>
  cents(Math.floor((2 * dividend + divisor) / (2 * divisor)));
