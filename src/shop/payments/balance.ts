import type { Cents } from "~/shop/money";

/** Kind under which the log records that a member noted an unmatched movement. */
export const BALANCE_ACT = "balance";

export const BALANCE_KINDS = ["payment", "refund", "refund-failed", "dispute", "fee", "other"] as const;
/** Reasons of movements: `fee` is a separate fee; `dispute` includes money returned by a won dispute. */
export type BalanceKind = (typeof BALANCE_KINDS)[number];

/** A movement of the balance as the gateway booked it; amounts in cents. */
export interface BalanceEntry {
  id: string;
  kind: BalanceKind;
  /** Signed: positive for money received. */
  amount: Cents;
  /** Fee that the gateway deducted. */
  fee: Cents;
  at: Date;
  /** Day from which the gateway can send the money to the bank, as 2026-11-20. */
  availableOn?: string | undefined;
  words: string;
  /** The gateway's id of the payment request that caused the movement. */
  requestId?: string | undefined;
  /** The gateway's id of a refund. */
  refundId?: string | undefined;
  disputeId?: string | undefined;
  /** True for a movement that the gateway makes by the merchant's own setting; it needs no counterpart in the shop. */
  isAsSet?: boolean;
}

export type PayoutState = "on-its-way" | "arrived" | "failed";

/** A payout to the merchant's bank; its amount in cents. */
export interface GatewayPayout {
  id: string;
  amount: Cents;
  /** Day of arrival at the bank, as 2026-11-20. */
  arrives: string;
  state: PayoutState;
  at: Date;
}

/** A gateway's records of its balance. All methods throw the refusal `gateway-unavailable` when it is unreachable or fails. */
export interface BalanceBooks {
  /** Movements from one moment (inclusive) to another (exclusive). */
  entries(from: Date, to: Date): Promise<BalanceEntry[]>;
  /** Payouts made at or after a moment. */
  payouts(from: Date): Promise<GatewayPayout[]>;
  /** Ids of the movements in a payout; undefined if the gateway does not list them. */
  entriesOf(payoutId: string): Promise<string[] | undefined>;
}
