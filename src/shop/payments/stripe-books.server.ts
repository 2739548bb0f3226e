import type { Stripe } from "stripe";
import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import type { BalanceBooks, BalanceEntry, BalanceKind, GatewayPayout, PayoutState } from "./balance";
import { refusing } from "./stripe-errors.server";
import { allOf } from "./stripe-lists.server";

/** Reads balance transactions and payouts of a Stripe account, page by page. */
export const stripeBooks = (stripe: Stripe): BalanceBooks => ({
  entries: (from, to) => {
    const created = { gte: seconds(from), lt: seconds(to) };
    const entries = allOf(stripe.balanceTransactions.list({ created, limit: 100, expand: ["data.source"] }));
    return refusing(entries).then((all) => all.map(entryOf).filter((entry) => entry !== undefined));
  },
  payouts: (from) =>
    refusing(allOf(stripe.payouts.list({ created: { gte: seconds(from) }, limit: 100 }))).then((all) =>
      all.map(payoutOf),
    ),
  entriesOf: (payoutId) => refusing(entriesOfPayout(stripe, payoutId)),
});

async function entriesOfPayout(stripe: Stripe, payoutId: string): Promise<string[] | undefined> {
  // Stripe does not list the entries of a manual payout.
  const { automatic } = await stripe.payouts.retrieve(payoutId);
  if (!automatic) return undefined;
  const all = await allOf(stripe.balanceTransactions.list({ payout: payoutId, limit: 100 }));
  return all.flatMap((entry) => (isAboutPayout(entry, payoutId) ? [] : [entry.id]));
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);
/** Whether an entry is a payout itself: the money that leaves for the bank, which payouts have and movements do not. */
const isPayoutItself = ({ type }: Pick<Stripe.BalanceTransaction, "type">): boolean => type === "payout";
/**
 * Whether an entry is about this payout rather than in it: the payout itself, its failure or its cancellation. The failure of an
 * earlier payout is in the one that sends its money again.
 */
const isAboutPayout = ({ type, source }: Stripe.BalanceTransaction, payoutId: string): boolean =>
  isPayoutItself({ type }) || (type.startsWith("payout") && idOf(source) === payoutId);

/** Words of entries about payouts that Stripe does not describe. */
const PAYOUT_WORDS = byName({
  payout_failure: "A payout failed: its money came back from the bank",
  payout_cancel: "A payout was cancelled: its money stayed at Stripe",
  payout_minimum_balance_hold: "Held back from a payout as the minimum balance",
  payout_minimum_balance_release: "Released from the minimum balance",
});
/** Entries about payouts that Stripe makes by the merchant's own setting, so that nobody has to look at them. */
const AS_SET = new Set(["payout_minimum_balance_hold", "payout_minimum_balance_release"]);

const KINDS = byName<BalanceKind>({
  charge: "payment",
  payment: "payment",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund-failed",
  payment_failure_refund: "refund-failed",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
});

function entryOf(own: Stripe.BalanceTransaction): BalanceEntry | undefined {
  const {
    id,
    type,
    amount,
    fee,
    created,
    available_on: available,
    description,
    reporting_category: category,
    currency,
  } = own;
  if (isPayoutItself(own)) return undefined;
  const isDispute = category === "dispute" || category === "dispute_reversal";
  const kind = currency !== "usd" ? "other" : isDispute ? "dispute" : (KINDS[type] ?? "other");
  const named = namedBy(own);
  const entry = {
    id,
    kind,
    amount: cents(amount),
    fee: cents(fee),
    at: new Date(created * 1000),
    availableOn: dayOf(available),
    ...(AS_SET.has(type) && { isAsSet: true }),
  };
  return { ...entry, words: PAYOUT_WORDS[type] ?? description ?? type.replaceAll("_", " "), ...named };
}

/** Payment, refund or dispute that a balance entry belongs to, by the object in its `source`. */
function namedBy({ source }: Stripe.BalanceTransaction): Pick<BalanceEntry, "requestId" | "refundId" | "disputeId"> {
  if (source === null || typeof source === "string") return {};
  const requestId = "payment_intent" in source ? idOf(source.payment_intent) : undefined;
  if (source.object === "refund") return { requestId, refundId: source.id };
  return source.object === "dispute" ? { requestId, disputeId: source.id } : { requestId };
}

const idOf = (one: string | { id?: string } | null | undefined): string | undefined =>
  typeof one === "string" ? one : one?.id;

/** Day of a moment that Stripe gives as midnight in UTC, in seconds. */
const dayOf = (midnight: number): string => new Date(midnight * 1000).toISOString().slice(0, 10);

const STATES = byName<PayoutState>({ paid: "arrived", failed: "failed", canceled: "failed" });

function payoutOf({ id, amount, arrival_date: arrival, status, created }: Stripe.Payout): GatewayPayout {
  return {
    id,
    amount: cents(amount),
    arrives: dayOf(arrival),
    state: STATES[status] ?? "on-its-way",
    at: new Date(created * 1000),
  };
}
