import type { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { type Cents, cents, sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { TaxedPart } from "~/shop/tax/quote-tax";
import {
  type BookedTax,
  type ReversedTax,
  type ServiceAnswer,
  type ServiceQuestion,
  type TaxCode,
  type TaxService,
} from "~/shop/tax/tax-service";
import { refusing, undefinedIfThere } from "./stripe-errors.server";
import { idempotent } from "./stripe-retries.server";
import { allOf, wholeOf } from "./stripe-lists.server";

/** Milliseconds to wait for a calculation before the shop's own rates are used. */
const PATIENCE = 2_000;
const IN_TIME = { timeout: PATIENCE, maxNetworkRetries: 0 };
/** Maximum number of lines of a calculation that Stripe accepts. */
const MOST_LINES = 100;

/** Stripe Tax. Besides the request, the account's tax registrations and its origin address determine the result. */
export const stripeTaxService = (stripe: Stripe): TaxService => ({
  patience: PATIENCE,
  mostLines: MOST_LINES,
  codes: () => refusing(codesOf(stripe)),
  calculate: (question) => refusing(calculate(stripe, question)),
  book: (calculation, reference) =>
    refusing(
      idempotent(`tax-${reference}`, (idempotencyKey) =>
        stripe.tax.transactions.createFromCalculation(
          { calculation, reference, expand: ["line_items"] },
          { idempotencyKey },
        ),
      ).then((transaction) => bookedOf(stripe, transaction), undefinedIfThere),
    ),
  reverse: (transaction, back, reference) =>
    refusing(
      idempotent(`tax-${reference}`, (idempotencyKey) =>
        stripe.tax.transactions.createReversal(
          { original_transaction: transaction, reference, ...reversalOf(back, reference) },
          { idempotencyKey },
        ),
      ).then(({ id }) => ({ id }), undefinedIfThere),
    ),
});

async function codesOf(stripe: Stripe): Promise<TaxCode[]> {
  const codes = await allOf(stripe.taxCodes.list({ limit: 100 }));
  return codes.map(({ id, name, description }) => ({ id, name, description }));
}

async function calculate(stripe: Stripe, { lines, delivery, to }: ServiceQuestion): Promise<ServiceAnswer | undefined> {
  const answer = await stripe.tax.calculations.create(
    {
      currency: "usd",
      line_items: lines.map(({ reference, amount, quantity, code }) => ({
        reference,
        amount,
        quantity,
        tax_code: code,
        tax_behavior: "exclusive",
      })),
      ...(delivery > 0 && { shipping_cost: { amount: delivery, tax_behavior: "exclusive" } }),
      customer_details: {
        address: { line1: to.street, city: to.city, state: to.state, postal_code: to.zip, country: "US" },
        address_source: "shipping",
      },
      expand: ["line_items.data.tax_breakdown"],
    },
    IN_TIME,
  );
  const { id } = answer;
  if (id === null) throw doesNotAddUp(answer);
  const items = await wholeOf(answer.line_items, () =>
    stripe.tax.calculations.listLineItems(id, { limit: 100, expand: ["data.tax_breakdown"] }, IN_TIME),
  );
  return answerOf(id, answer, items);
}

function doesNotAddUp({ id }: Stripe.Tax.Calculation): Refusal {
  log.error({ calculation: id }, "a calculation of tax by Stripe does not add up");
  return new Refusal("gateway-unavailable");
}

/** Reasons that Stripe gives when it collects no tax because the account has no registration in the state. */
const NOT_REGISTERED = new Set(["not_collecting", "not_supported"]);

/**
 * Converts a calculation of Stripe into the shop's form; undefined if the account has no registration in the state.
 *
 * @throws {Refusal} `gateway-unavailable` if the parts do not add up to the total.
 */
function answerOf(
  id: string,
  answer: Stripe.Tax.Calculation,
  rows: Stripe.Tax.CalculationLineItem[],
): ServiceAnswer | undefined {
  const { shipping_cost: shipping, tax_amount_exclusive: whole } = answer;
  const reasons = rows.flatMap(
    ({ tax_breakdown: parts }) => parts?.map(({ taxability_reason: reason }) => reason) ?? [],
  );
  if (reasons.length > 0 && whole === 0 && reasons.every((reason) => NOT_REGISTERED.has(reason))) return undefined;
  const lines = Object.fromEntries(
    rows.map(({ reference, amount_tax: tax, tax_breakdown: parts }) => [reference, partOf(tax, parts ?? [])]),
  );
  const delivery = shipping && shipping.amount > 0 ? partOf(shipping.amount_tax, shipping.tax_breakdown ?? []) : null;
  const flatFees = whole - sum(Object.values(lines).map(({ tax }) => tax)) - (delivery?.tax ?? 0);
  if (flatFees < 0) throw doesNotAddUp(answer);
  return { calculation: id, lines, delivery, flatFees: cents(flatFees) };
}

type Breakdown = NonNullable<Stripe.Tax.CalculationLineItem["tax_breakdown"]>[number];

/** Tax of a line or of the delivery; the rates of all jurisdictions below the state are summed as its local part. */
function partOf(tax: number, breakdown: readonly Breakdown[]): TaxedPart {
  const state = breakdown.filter(({ jurisdiction }) => jurisdiction.level === "state");
  const local = breakdown.filter(({ jurisdiction }) => jurisdiction.level !== "state");
  const stateTax = Math.min(tax, total(state));
  const [stateBase, localBase] = [baseOf(state), baseOf(local)];
  return {
    base: cents(Math.max(stateBase, localBase)),
    stateBase,
    localBase,
    stateRate: rateOf(state),
    localRate: rateOf(local),
    stateTax: cents(stateTax),
    localTax: cents(tax - stateTax),
    tax: cents(tax),
    rule: ruleOf(breakdown),
  };
}

const total = (parts: readonly Breakdown[]): number => parts.reduce((all, { amount }) => all + amount, 0);

const baseOf = (parts: readonly Breakdown[]): Cents =>
  cents(parts.reduce((most, { taxable_amount: amount }) => Math.max(most, amount), 0));

/** Sum of the rates of several jurisdictions, in parts per million. */
const rateOf = (parts: readonly Breakdown[]): number =>
  parts.reduce(
    (all, { tax_rate_details: details }) => all + Math.round(Number(details?.percentage_decimal ?? 0) * 10_000),
    0,
  );

/** Taxability as text, such as "standard rated"; several where jurisdictions differ. */
const ruleOf = (parts: readonly Breakdown[]): string =>
  [...new Set(parts.map(({ taxability_reason: reason }) => reason.replaceAll("_", " ")))].join("; ") || "not taxed";

async function bookedOf(stripe: Stripe, { id, line_items: items }: Stripe.Tax.Transaction): Promise<BookedTax> {
  const lines = await wholeOf(items, () => stripe.tax.transactions.listLineItems(id, { limit: 100 }));
  return { id, lines: Object.fromEntries(lines.map((line) => [line.reference, line.id])) };
}

/** Refunded amounts with the signs that Stripe expects. */
function reversalOf(
  back: ReversedTax | "all",
  reference: string,
): Pick<Stripe.Tax.TransactionCreateReversalParams, "mode" | "line_items" | "shipping_cost"> {
  if (back === "all") return { mode: "full" };
  const { lines, delivery, deliveryTax } = back;
  const items = lines.map(({ id, amount, tax }) => ({
    original_line_item: id,
    amount: -amount,
    amount_tax: -tax,
    reference: `${reference}-${id}`,
  }));
  const hasDelivery = delivery + deliveryTax > 0;
  return {
    mode: "partial",
    ...(items.length > 0 && { line_items: items }),
    ...(hasDelivery && { shipping_cost: { amount: -delivery, amount_tax: -deliveryTax } }),
  };
}
