import type { Cents } from "~/shop/money";

/** Name of the act in the log by which a member notes what does not match. */
export const BALANCE_ACT = "balance";

export const BALANCE_KINDS = ["payment", "refund", "refund-failed", "dispute", "fee", "other"] as const;
/** Reasons of movements: `fee` is a separate fee; `dispute` includes money returned by a won dispute. */
export type BalanceKind = (typeof BALANCE_KINDS)[number];

/** A movement of the balance, as a gateway books it; amounts in cents. */
export interface BalanceEntry {
  id: string;
  kind: BalanceKind;
  /** Signed. */
  amount: Cents;
  /** Part that the gateway keeps. */
  fee: Cents;
  at: Date;
  words: string;
  /** The gateway's id of the payment request that caused the movement. */
  requestId?: string | undefined;
  /** The gateway's id of a refund. */
  refundId?: string | undefined;
  disputeId?: string | undefined;
}

export type PayoutState = "on-its-way" | "arrived" | "failed";

/** A payout to the merchant's bank; its amount in cents. */
export interface GatewayPayout {
  id: string;
  amount: Cents;
  /** Day at the bank, as 2026-11-20. */
  arrives: string;
  state: PayoutState;
  at: Date;
}

/** Books of a gateway about its balance. Calls are refused with `gateway-unavailable` when it is unreachable or fails. */
export interface BalanceBooks {
  /** Movements from a moment on and before another one. */
  entries(from: Date, to: Date): Promise<BalanceEntry[]>;
  /** Payouts that were made from a moment on. */
  payouts(from: Date): Promise<GatewayPayout[]>;
  /** Ids of the movements in a payout; undefined where the gateway does not say which. */
  entriesOf(payoutId: string): Promise<string[] | undefined>;
}
