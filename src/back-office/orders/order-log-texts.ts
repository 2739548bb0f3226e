import type { Act, Change } from "~/shop/audit/acts.server";
import { type Cents, formatCents } from "~/shop/money";
import { shownNumber } from "~/shop/orders/order-number";
import { shownReturnNumber } from "~/shop/returns/return-number";

/** Acts of members with an order, by their names in the log. */
const acts: Record<string, string> = {
  packed: "packed",
  parcel: "a parcel left",
  unpacked: "not packed",
  arrived: "a parcel arrived",
  lost: "a parcel is lost",
  found: "a lost parcel arrived",
  replacement: "a parcel left in place of something else",
  "replacement-ended": "what was to be sent in place of something else stays here",
  tracking: "tracking corrected",
  cancelled: "cancelled",
  refund: "refund asked",
  "refund-handled": "failed refund handled",
  note: "note",
  "letter-again": "letter sent again",
};
const amounts = new Set(["refund", "refund-handled"]);
/** Acts whose name says all. */
const plain = new Set(["packed", "arrived", "cancelled"]);

/** An act on an order, in words. */
export function orderActWords({ record, field, old, new: now }: Change) {
  const shown = (value: unknown) =>
    amounts.has(field) && typeof value === "number" ? formatCents(value as Cents) : String(value ?? "");
  const name = acts[field] ?? "changed";
  return {
    what: `Order ${shownNumber(record)}${plain.has(field) ? "" : `, ${name}`}`,
    from: shown(old),
    to: plain.has(field) ? name : shown(now),
    way: `/orders/${record}`,
  };
}

/** A refund of what lies here, in one sentence: nothing of any other act. */
export function orderSentence({ action, changes }: Pick<Act, "action" | "changes">): string | undefined {
  const refund = changes.find(({ kind, field }) => kind === "order" && field === "refund");
  const settled = changes.find(({ kind, field }) => kind === "return" && field === "settled");
  if (action !== "refund" || !refund || !settled) return undefined;
  const { what, to } = orderActWords(refund);
  return `${what}: ${to}. What lay here is taken in, return ${shownReturnNumber(settled.record)} is settled.`;
}

const fields: Record<string, string> = {
  name: "name",
  phone: "phone",
  address: "street",
  city: "city",
  postalCode: "ZIP",
};

/** A part of an order's address, in words. */
export const orderAddressWords = ({ record, field, old, new: now }: Change) => ({
  what: `Address of ${shownNumber(record)}, ${fields[field] ?? "changed"}`,
  from: String(old ?? ""),
  to: String(now ?? ""),
  way: `/orders/${record}`,
});

/** That an order is packed, or is not after all. */
export const orderPackedWords = ({ record, old, new: now }: Change) => ({
  what: `Order ${shownNumber(record)}`,
  from: old === true ? "Packed" : "Not packed",
  to: now === true ? "Packed" : "Not packed",
  way: `/orders/${record}`,
});

/** Whom letters about an order go to. */
export const orderEmailWords = ({ record, old, new: now }: Change) => ({
  what: `E-mail of order ${shownNumber(record)}`,
  from: String(old ?? ""),
  to: String(now ?? ""),
  way: `/orders/${record}`,
});

/** A note about an order that was put away, or is there again. */
export const orderNoteWords = ({ old, new: now }: Change) => ({
  what: "A note about an order",
  from: old === true ? "put away" : "there",
  to: now === true ? "put away" : "there",
});
