import type { Actor } from "~/shop/actor";
import type { OrderEventKind } from "./order-event";

/** One thing that happened to an order, as members see it. */
export type HistoryEntry = { id: string; at: Date; who: string | null } & (
  | {
      kind: "event";
      event: OrderEventKind;
      by: Actor["kind"];
      details: Record<string, unknown>;
      /** Letter of the event; the recipient only with the right. */
      letter: { id: number; to: string | null } | null;
    }
  | { kind: "note"; note: { id: number; version: number; text: string } }
  /** A previous part of the address, or e-mail; null once erased. */
  | { kind: "address"; field: string; old: string | null }
);

/** Events about refunds, hidden without the right to money. */
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

/** Details of an event without money, for members without that right. */
export const withoutMoney = (details: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !moneyDetails.has(name)));

/** Entries, newest first. */
export const inOrder = (entries: HistoryEntry[]): HistoryEntry[] =>
  entries.toSorted((one, other) => other.at.getTime() - one.at.getTime());
