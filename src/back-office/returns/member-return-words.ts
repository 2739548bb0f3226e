import { byName } from "~/platform/by-name";
import type { OrderEventKind } from "~/shop/orders/order-event";
import type { ReturnActName } from "~/shop/returns/return-acts.server";
import type { Condition, ReturnState } from "~/shop/returns/settlement";
import type { Sign } from "../ui/state";
import { WAITS_FOR_MAIL } from "../count-words";

/** Data about a return from which the name of its state follows. */
export interface ReturnProgress {
  state: ReturnState;
  isApproved: boolean;
  isAnswered: boolean;
}

/** Name and sign of a return's state. */
export function returnStateWords({ state, isApproved, isAnswered }: ReturnProgress): { name: string; sign: Sign } {
  if (state === "received") return { name: "Is here to look at", sign: "waits" };
  if (state === "settled") return { name: "Settled", sign: "full" };
  if (state === "refused") return { name: "Refused", sign: "over" };
  if (!isApproved) return { name: "Asks to come back", sign: "waits" };
  return isAnswered ? { name: "On its way", sign: "half" } : { name: "Needs its label", sign: "waits" };
}

/** Kinds of events that belong to a return. */
type ReturnEventKind = Extract<
  OrderEventKind,
  `return-${string}` | `change-${string}` | `order-changed${string}` | `replacement-${string}` | "letter-sent-again"
>;

const EVENTS: Record<ReturnEventKind, string> = {
  "return-started": "Return started",
  "return-approved": "Approved",
  "return-instructions-sent": "Letter with the instructions",
  "return-label-sent": "Letter about the label",
  "return-refused": "Refused",
  "return-refused-sent": "Letter about the refusal",
  "return-received": "The parcel came",
  "return-received-sent": "Letter that it arrived",
  "return-recounted": "What came was counted again",
  "return-exchange-ended": "What was kept for the exchange is free again",
  "return-exchange-ended-sent": "Letter that the exchange has ended",
  "change-asked": "The difference of the exchange was asked for",
  "change-asked-sent": "Letter with the link to pay the difference",
  "order-changed": "The difference of the exchange was paid",
  "order-changed-sent": "Letter that the difference has arrived",
  "change-opened": "The shopper began to pay the difference",
  "change-ended": "The exchange ended unpaid",
  "change-ended-sent": "Letter that the exchange has ended",
  "return-settled": "Settled",
  "return-settled-sent": "Letter how it is settled",
  "replacement-shipped": "What was wanted instead left",
  "replacement-called-off": "What was wanted instead is not sent, its money goes back",
  "letter-sent-again": "A letter was sent again",
};

const isReturnEvent = (kind: string): kind is ReturnEventKind => Object.hasOwn(EVENTS, kind);

/** Describes an event of a return; for a letter also whether it was sent. */
export function returnEventWords(kind: string, isInOutbox: boolean): string {
  // During a deploy the newer release may record kinds of events that this release cannot describe.
  const words = isReturnEvent(kind) ? EVENTS[kind] : "Something happened that this page has no words for";
  return kind.endsWith("-sent") ? `${words} ${isInOutbox ? WAITS_FOR_MAIL : "sent"}` : words;
}

/** Predicates for the message that another member was first, by field of the log, e.g. "settled this return". */
export const DONE_WORDS = byName<string, Exclude<ReturnActName, "started">>({
  approved: "approved this return",
  refused: "refused this return",
  received: "took this return in",
  recounted: "counted again what came of this return",
  exchange: "exchanged what came of this return",
  settled: "settled this return",
});

/** Names of the conditions inside a sentence, e.g. "1 as new, 1 damaged or faulty". */
export const conditionWords: Record<Condition, string> = {
  "as-new": "as new",
  worn: "worn or used",
  damaged: "damaged or faulty",
};

/** Messages for a step of a return that was refused. */
export const NOT_DONE = {
  moreThanLeft: "More would go back than is left of what was paid. Nothing has been done yet: look at the order.",
  neverSent: "It cannot be done: more came than ever left, or this return is past that step. Nothing has been done.",
  orderChanged:
    "Somebody changed the order after you opened this. Nothing has been done yet: look again, then send it once more.",
};
