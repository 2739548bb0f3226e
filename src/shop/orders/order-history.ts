import type { Actor } from "~/shop/actor";
import type { OrderEventKind } from "./order-event";

/** Entry of an order's history, as members see it. */
export type HistoryEntry = { id: string; at: Date; who: string | null } & (
  | {
      kind: "event";
      event: OrderEventKind;
      by: Actor["kind"];
      details: Record<string, unknown>;
      /** Letter that the event sent; `to` is null for members who may not see the recipient. */
      letter: { id: number; to: string | null } | null;
    }
  | { kind: "note"; note: { id: number; version: number; text: string } }
  /** Former part of the address, or former e-mail address; null once erased. */
  | { kind: "address"; field: string; old: string | null }
);

/** Kinds of events about refunds, disputes and failed payments, which are hidden from members who may not see money. */
export const moneyKinds: ReadonlySet<string> = new Set([
  "refund-asked",
  "refunded",
  "refund-failed",
  "refund-told",
  "refund-handled",
  "disputed",
  "dispute-told",
  "dispute-lost",
  "dispute-won",
  "payment-failed",
]);

const moneyDetails = new Set(["amount", "difference", "goodwill", "refundId"]);

/** Details of an event without amounts, for members who may not see money. */
export const withoutMoney = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !moneyDetails.has(name)));

/** Sorts entries of a history, newest first. */
export const inOrder = (entries: HistoryEntry[]): HistoryEntry[] =>
  entries.toSorted((one, other) => other.at.getTime() - one.at.getTime());
