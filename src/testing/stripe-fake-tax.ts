import { randomBytes } from "node:crypto";
import { allowOnly, integerParam, invalid, missing } from "./stripe-fake-errors";
import { embeddedList, pageOf } from "./stripe-fake-lists";
import type { Params } from "./stripe-fake-objects";

interface FakeLine {
  id: string;
  reference: string;
  amount: number;
  quantity: number;
  tax_code: string;
  amount_tax: number;
  tax_behavior: "exclusive";
  tax_breakdown: object[];
}

interface FakeCalculation {
  id: string;
  lines: FakeLine[];
  shipping: { amount: number; amount_tax: number; tax_breakdown: object[] } | null;
  state: string;
}

export interface FakeTaxTransaction {
  id: string;
  type: "transaction" | "reversal";
  reference: string;
  calculation: string | null;
  reverses: string | null;
  /** Tax of the transaction in cents; negative for a reversal. */
  tax: number;
  /** Amount without tax, in cents. */
  amount: number;
  lines: { id: string; reference: string; amount: number; amount_tax: number }[];
}

const randomId = (prefix: string): string => `${prefix}_${randomBytes(8).toString("hex")}`;
const halfUp = (amount: number, ppm: number): number => Math.floor((2 * amount * ppm + 1_000_000) / 2_000_000);
const groups = (value: string | Params | undefined): Params[] => Object.values((value ?? {}) as Params) as Params[];
/** Names of the fields that a request expands. */
const expandedIn = (value: string | Params | undefined): string[] => Object.values((value ?? {}) as Params).map(String);
const text = (value: string | Params | undefined): string => (typeof value === "string" ? value : "");

/** Lines without their parts of tax, unless the request expands these. */
const withParts = (lines: readonly FakeLine[], isExpanded: boolean) =>
  lines.map((line) => ({ ...line, tax_breakdown: isExpanded ? line.tax_breakdown : null }));

/** Maximum number of lines of a calculation. */
const MOST_LINES = 100;

/** Stripe Tax of an account: rates by state and code, which a test may change at any time, and recorded transactions. */
export class FakeTax {
  /** State and local rates in parts per million, by states in which the account is registered. */
  readonly registrations = new Map<string, { state: number; local: number }>();
  /** Codes that are exempt everywhere. */
  readonly exempt = new Set<string>();
  /** Flat fee that states charge, in cents. */
  flatFee = 0;
  readonly codes = [
    ["txcd_99999999", "General - Tangible Goods"],
    ["txcd_30011000", "Clothing & Footwear"],
    ["txcd_30060006", "Protective Gear"],
    ["txcd_10000000", "General - Electronically Supplied Services"],
  ].map(([id = "", name = ""]) => ({ id, object: "tax_code", name, description: `${name}.` }));
  readonly calculations = new Map<string, FakeCalculation>();
  readonly transactions: FakeTaxTransaction[] = [];

  calculate(params: Params) {
    allowOnly(params, ["currency", "line_items", "shipping_cost", "customer_details", "expand"]);
    const address = ((params["customer_details"] as Params)["address"] ?? {}) as Params;
    if (!/^\d{5}$/.test(text(address["postal_code"])))
      throw invalid("The address is not valid.", { code: "customer_tax_location_invalid" });
    const state = text(address["state"]);
    const wanted = groups(params["line_items"]);
    if (wanted.length > MOST_LINES) throw invalid(`You can pass up to ${MOST_LINES} line items.`);
    const lines = wanted.map((line): FakeLine => {
      const amount = integerParam(line, "amount");
      const code = text(line["tax_code"]);
      if (!this.codes.some(({ id }) => id === code)) throw invalid(`No such tax code: '${code}'`);
      const { tax, breakdown } = this.#taxOf(amount, state, this.exempt.has(code));
      return {
        id: randomId("tax_li"),
        reference: text(line["reference"]),
        amount,
        quantity: integerParam(line, "quantity"),
        tax_code: code,
        amount_tax: tax,
        tax_behavior: "exclusive",
        tax_breakdown: breakdown,
      };
    });
    const delivery = params["shipping_cost"] as Params | undefined;
    const shipping = delivery ? this.#shipping(integerParam(delivery, "amount"), state) : null;
    const own = { id: randomId("taxcalc"), lines, shipping, state };
    const expanded = expandedIn(params["expand"]);
    this.calculations.set(own.id, own);
    const tax = lines.reduce((all, line) => all + line.amount_tax, shipping?.amount_tax ?? 0);
    return {
      id: own.id,
      object: "tax.calculation",
      currency: "usd",
      ...(expanded.some((field) => field.startsWith("line_items")) && {
        line_items: embeddedList(withParts(lines, expanded.includes("line_items.data.tax_breakdown"))),
      }),
      shipping_cost: shipping,
      tax_amount_exclusive: tax + this.flatFee,
      tax_amount_inclusive: 0,
      tax_breakdown: [],
    };
  }

  calculationLines(id: string, query: (name: string) => string | undefined) {
    const calculation = this.calculations.get(id);
    if (!calculation) throw missing("calculation", id);
    return pageOf(withParts(calculation.lines, query("expand[0]") === "data.tax_breakdown"), query);
  }

  transactionLines(id: string, query: (name: string) => string | undefined) {
    const transaction = this.transactions.find((own) => own.id === id);
    if (!transaction) throw missing("tax transaction", id);
    return pageOf(transaction.lines, query);
  }

  #shipping(amount: number, state: string) {
    const { tax, breakdown } = this.#taxOf(amount, state, false);
    return { amount, amount_tax: tax, tax_behavior: "exclusive", tax_code: "txcd_92010001", tax_breakdown: breakdown };
  }

  #taxOf(amount: number, state: string, isExempt: boolean) {
    const rates = this.registrations.get(state);
    if (!rates) return { tax: 0, breakdown: [part("state", 0, 0, 0, "not_collecting")] };
    if (isExempt) return { tax: 0, breakdown: [part("state", 0, 0, 0, "product_exempt")] };
    const [ofState, tax] = [halfUp(amount, rates.state), halfUp(amount, rates.state + rates.local)];
    const breakdown = [
      part("state", ofState, amount, rates.state, "standard_rated"),
      part("county", tax - ofState, amount, rates.local, "standard_rated"),
    ];
    return { tax, breakdown };
  }

  book(params: Params) {
    allowOnly(params, ["calculation", "reference", "expand"]);
    const calculation = this.calculations.get(text(params["calculation"]));
    if (!calculation) throw missing("calculation", text(params["calculation"]));
    const lines = calculation.lines.map(({ reference, amount, amount_tax }) => ({
      id: randomId("tax_li"),
      reference,
      amount,
      amount_tax,
    }));
    const shipping = calculation.shipping ?? { amount: 0, amount_tax: 0 };
    const expanded = expandedIn(params["expand"]);
    return this.#write(expanded, {
      type: "transaction",
      reference: text(params["reference"]),
      calculation: calculation.id,
      reverses: null,
      lines,
      amount: lines.reduce((all, { amount }) => all + amount, shipping.amount),
      tax: lines.reduce((all, { amount_tax: tax }) => all + tax, shipping.amount_tax),
    });
  }

  reverse(params: Params) {
    allowOnly(params, ["mode", "original_transaction", "reference", "line_items", "shipping_cost", "expand"]);
    const original = this.transactions.find(({ id }) => id === params["original_transaction"]);
    if (!original) throw missing("tax transaction", text(params["original_transaction"]));
    const reference = text(params["reference"]);
    const expanded = expandedIn(params["expand"]);
    if (params["mode"] === "full") {
      const lines = original.lines.map((line) => ({ ...line, amount: -line.amount, amount_tax: -line.amount_tax }));
      const { amount, tax } = original;
      return this.#write(expanded, {
        ...original,
        reference,
        reverses: original.id,
        type: "reversal",
        lines,
        amount: -amount,
        tax: -tax,
      });
    }
    const lines = groups(params["line_items"]).map((line) => {
      const id = text(line["original_line_item"]);
      if (!original.lines.some((known) => known.id === id)) throw missing("line item", id);
      return {
        id: randomId("tax_li"),
        reference: text(line["reference"]),
        amount: integerParam(line, "amount"),
        amount_tax: integerParam(line, "amount_tax"),
      };
    });
    const cost = params["shipping_cost"] as Params | undefined;
    const shipping = cost
      ? { amount: integerParam(cost, "amount"), amount_tax: integerParam(cost, "amount_tax") }
      : { amount: 0, amount_tax: 0 };
    const [amount, tax] = [
      lines.reduce((all, line) => all + line.amount, shipping.amount),
      lines.reduce((all, line) => all + line.amount_tax, shipping.amount_tax),
    ];
    if (tax > 0 || -tax > original.tax - this.reversed(original.id))
      throw invalid("The reversal is larger than what is left.", { code: "amount_too_large" });
    const own = { reference, calculation: null, reverses: original.id, lines, amount, tax };
    return this.#write(expanded, { type: "reversal", ...own });
  }

  /** Reversed tax of a transaction, in cents. */
  reversed = (id: string): number =>
    this.transactions
      .filter(({ reverses }) => reverses === id)
      .reduce((all, own) => all - own.tax - this.reversed(own.id), 0);

  #write(expanded: string[], own: Omit<FakeTaxTransaction, "id">) {
    if (this.transactions.some(({ reference }) => reference === own.reference))
      throw invalid(`A transaction with the reference ${own.reference} exists.`, { code: "resource_already_exists" });
    const made = { ...own, id: randomId("tax") };
    this.transactions.push(made);
    const data = made.lines.map((line) => ({ ...line, object: "tax.transaction_line_item" }));
    return {
      id: made.id,
      object: "tax.transaction",
      type: made.type,
      reference: made.reference,
      reversal: made.reverses && { original_transaction: made.reverses },
      ...(expanded.includes("line_items") && { line_items: embeddedList(data) }),
    };
  }
}

const part = (level: string, amount: number, taxable: number, ppm: number, reason: string) => ({
  amount,
  taxable_amount: taxable,
  taxability_reason: reason,
  sourcing: "destination",
  jurisdiction: { country: "US", display_name: level, level, state: null },
  tax_rate_details:
    ppm > 0 ? { display_name: "Sales tax", percentage_decimal: String(ppm / 10_000), tax_type: "sales_tax" } : null,
});
