import type { Actor } from "~/shop/actor";
import type { OrderEventKind } from "./order-event";

/** One thing that happened to an order, as members see it. */
export type HistoryEntry = { id: string; at: Date; who: string | null } & (
  | {
      kind: "event";
      event: OrderEventKind;
      by: Actor["kind"];
      details: Record<string, unknown>;
      /** The letter that the event records; to whom, for those who may see it. */
      letter: { id: number; to: string | null } | null;
    }
  | { kind: "note"; note: { id: number; version: number; text: string } }
  /** A part of the address, or the e-mail, as it was before; nothing once it was erased. */
  | { kind: "address"; field: string; old: string | null }
);

/** Events that tell of money given back: left out for those who may not see money. */
export const moneyKinds: ReadonlySet<string> = new Set([
  "refund-asked",
  "refunded",
  "refund-failed",
  "refund-told",
  "refund-handled",
  "disputed",
  "dispute-told",
  "payment-failed",
]);

/** The newest first. */
export const inOrder = (entries: HistoryEntry[]): HistoryEntry[] =>
  entries.toSorted((one, other) => other.at.getTime() - one.at.getTime());
