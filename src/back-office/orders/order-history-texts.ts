import { type Cents, formatCents } from "~/shop/money";
import type { HistoryEntry } from "~/shop/orders/order-history";
import type { MemberOrder } from "~/shop/orders/member-order.server";
import { refundFailureWords } from "~/shop/payments/refund-failure-texts";
import { listed } from "../count-texts";
import { lineName } from "./order-texts";

type Event = Extract<HistoryEntry, { kind: "event" }>;
type Known = Pick<MemberOrder, "lines" | "parcels" | "money">;

const text = (value: unknown): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
const dollars = (value: unknown): string => (typeof value === "number" ? formatCents(value as Cents) : "");

/** The letters by the event that records them, as members call them. */
export const letterNames: Record<string, string> = {
  "confirmation-sent": "Order confirmed",
  "shipped-sent": "On its way",
  "cancellation-sent": "Order cancelled",
  "refund-told": "Your refund",
  "return-received-sent": "Your return is here",
  "return-approved": "How to send it back",
};

/** What happened, in one sentence. */
const words: Record<string, (details: Record<string, unknown>, known: Known) => string> = {
  drafted: () => "Order made, not paid yet",
  "reservation-extended": () => "Held longer while the shopper pays",
  expired: () => "Not paid in time: cancelled, stock released",
  replaced: () => "The shopper made another order in its place",
  "never-asked": () => "Not paid: cancelled, stock released",
  "payment-failed": () => "A try to pay was declined",
  paid: (_, { money }) => (money ? `${formatCents(money.total)} paid by ${methodWords(money.method)}` : "Paid"),
  "new-order-told": () => "You were written to about this order",
  packed: () => "Packed",
  "parcel-shipped": ({ parcelId, carrier, trackingNumber }, { parcels }) =>
    `${parcelName(parcelId, parcels)} left with ${[text(carrier), text(trackingNumber)].filter(Boolean).join(", ")}`,
  "parcel-delivered": ({ parcelId }, { parcels }) => `${parcelName(parcelId, parcels)} arrived`,
  "tracking-corrected": ({ parcelId, carrier, trackingNumber, was }, { parcels }) =>
    `${parcelName(parcelId, parcels)}: tracking corrected to ${[text(carrier), text(trackingNumber)].filter(Boolean).join(" ")}, was ${text(was)}`,
  cancelled: ({ reason, amount }) =>
    [`Cancelled`, text(reason) && `: ${text(reason)}`, dollars(amount) && `. ${dollars(amount)} goes back`].join(""),
  "refund-asked": refundAskedWords,
  refunded: ({ amount }) => `${dollars(amount)} given back, confirmed`,
  "refund-failed": ({ amount, code }) =>
    `The refund of ${dollars(amount)} failed. ${refundFailureWords(text(code) || null)}`,
  "refund-handled": ({ amount }) => `The failed refund of ${dollars(amount)} is handled`,
  disputed: ({ amount, reason }) =>
    `The shopper's bank disputes ${dollars(amount) || "the payment"}${text(reason) && `: ${text(reason).replaceAll("_", " ")}`}`,
  "dispute-told": () => "You were written to about the dispute",
  "return-started": ({ return: number }) => `A return was started${text(number) && `: ${text(number)}`}`,
  "return-received": ({ return: number }) => `The return ${text(number)} is here`,
  "replacement-shipped": ({ return: number }) => `What was wanted instead has left, for ${text(number)}`,
  "replacement-called-off": ({ return: number }) => `What was wanted instead is not sent, for ${text(number)}`,
};

/** An event in words. A letter names what it is and, where one may see it, to whom it went. */
export function eventWords({ event, details, letter }: Event, known: Known): string {
  const name = event === "letter-sent-again" ? letterNames[text(details["kind"])] : letterNames[event];
  if (name || event === "letter-sent-again") {
    const again = event === "letter-sent-again" ? " again" : "";
    return `Letter "${name ?? "About the order"}" sent${again}${letter?.to ? ` to ${letter.to}` : ""}.`;
  }
  return words[event]?.(details, known) ?? `${event[0]?.toUpperCase() ?? ""}${event.slice(1).replaceAll("-", " ")}`;
}

/** Who did it, as it stands at the right. */
export function whoWords({ event, by, who }: Pick<Event, "event" | "by" | "who">): string {
  if (who) return who;
  if (by === "gateway") return "Payments";
  if (by === "shopper") return "Shopper";
  return letterNames[event] || event.endsWith("-told") || event === "letter-sent-again" ? "Mail" : "Shop";
}

export const methodWords = (method: string | null): string =>
  method === "Klarna" ? "Klarna" : method ? "card" : "nothing: a code covered it";

function parcelName(id: unknown, parcels: Known["parcels"]): string {
  const index = parcels.findIndex((parcel) => parcel.id === id);
  return index === -1 ? "A parcel" : `Parcel ${index + 1}`;
}

function refundAskedWords(details: Record<string, unknown>, { lines }: Known): string {
  const { amount, restock, delivery, goodwill } = details;
  const pieces = Array.isArray(details["lines"]) ? (details["lines"] as { position: number; quantity: number }[]) : [];
  const parts = [
    ...pieces.flatMap(({ position, quantity }) => {
      const line = lines.find((each) => each.position === position);
      return line ? [line.quantity > 1 ? `${lineName(line)}, ${quantity} of ${line.quantity}` : lineName(line)] : [];
    }),
    ...(delivery ? ["delivery"] : []),
    ...(goodwill ? [`${dollars(goodwill)} for goodwill`] : []),
  ];
  return [
    `Refund${dollars(amount) && ` of ${dollars(amount)}`} asked${parts.length > 0 ? `: ${listed(parts)}` : ""}.`,
    restock && pieces.length > 0 ? " What had not left is back in stock." : "",
  ].join("");
}
