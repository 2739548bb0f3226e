import type { FakeIntent, FakeRefund } from "./stripe-fake-objects";

/** Payments and refunds of the account, from which balance entries are made. */
interface Moved {
  intents: ReadonlyMap<string, FakeIntent>;
  refunds: readonly FakeRefund[];
}

interface FakeEntry {
  id: string;
  object: "balance_transaction";
  type: string;
  reporting_category: string;
  amount: number;
  fee: number;
  net: number;
  currency: "usd";
  created: number;
  /** Two days after `created`. */
  available_on: number;
  description: string | null;
  source: object | null;
}

export interface FakePayout {
  id: string;
  object: "payout";
  amount: number;
  arrival_date: number;
  created: number;
  status: "paid" | "in_transit" | "failed";
  automatic: boolean;
  /** Ids of the entries in the payout. */
  entries: string[];
}

const entry = (
  id: string,
  type: string,
  created: number,
  amount: number,
  fee: number,
  source: object | null,
): FakeEntry => ({
  id,
  object: "balance_transaction",
  type,
  reporting_category: type,
  amount,
  fee,
  net: amount - fee,
  currency: "usd",
  created,
  available_on: created + 2 * 86_400,
  description: null,
  source,
});

/** Balance transactions of an account: payments, with a fee of 2.9 % and $0.30 each, refunds, and entries that a test adds. */
export class FakeBalance {
  readonly payouts: FakePayout[] = [];
  /** Entries that belong to no payment of this account, such as another program's. */
  readonly others: FakeEntry[] = [];
  /** Number of requests for pages of entries. */
  asked = 0;
  readonly #account: Moved;

  constructor(account: Moved) {
    this.#account = account;
  }

  /** Adds an entry that belongs to no payment of this account. */
  add(id: string, type: string, amount: number, more: Partial<FakeEntry> = {}): void {
    this.others.push({ ...entry(id, type, Math.floor(Date.now() / 1000), amount, 0, null), ...more });
  }

  entries(): FakeEntry[] {
    const { intents, refunds } = this.#account;
    const paid = [...intents.values()]
      .filter(({ status }) => status === "succeeded")
      .map(({ id, created, amount_received: amount, latest_charge: charge }) =>
        entry(`txn_${id}`, "charge", created, amount, Math.round(amount * 0.029) + 30, {
          id: charge,
          object: "charge",
          payment_intent: id,
        }),
      );
    const back = refunds
      .filter(({ status }) => status !== "failed")
      .map(({ id, created, amount, payment_intent }) =>
        entry(`txn_${id}`, "refund", created, -amount, 0, { id, object: "refund", payment_intent }),
      );
    return [...paid, ...back, ...this.others].toSorted((a, b) => b.created - a.created);
  }

  page(query: (name: string) => string | undefined) {
    this.asked += 1;
    const [since, before] = [Number(query("created[gte]") ?? 0), Number(query("created[lt]") ?? Infinity)];
    const payout = this.payouts.find(({ id }) => id === query("payout"));
    const all = this.entries().filter(({ id, created }) =>
      payout ? payout.entries.includes(id) : created >= since && created < before,
    );
    return pageOf(all, query);
  }

  payoutPage(query: (name: string) => string | undefined) {
    const since = Number(query("created[gte]") ?? 0);
    return pageOf(
      this.payouts.filter(({ created }) => created >= since),
      query,
    );
  }
}

/** Returns pages of two entries, so that clients have to request several. */
function pageOf(all: { id: string }[], query: (name: string) => string | undefined) {
  const after = query("starting_after");
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  return { object: "list", data: all.slice(start, start + 2), has_more: all.length > start + 2, url: "/v1" };
}
