import { type Cents, formatCents } from "~/shop/money";
import { amountsByWay, type MoneyBack, moneyBackWords } from "~/shop/payments/money-back";
import type { ReturnLabelState } from "./return-label-state";
import type { ReturnState } from "./settlement";

/** State of a return, from which its text for the shopper is made. */
export interface ReturnStanding {
  state: ReturnState;
  isApproved: boolean;
  label: ReturnLabelState;
  /** Whether the order was cancelled, which is only possible before anything was sent. */
  isCancelled: boolean;
  /** A member's text: reason of a refusal, or note on the settlement. */
  words: string;
  /** Parts of its refund; none without one. */
  back: readonly MoneyBack[];
  /** Parts that its usual settlement gives back, as `usualBack` computes them; null also for one that is over. */
  usual: readonly MoneyBack[] | null;
  /** Replacements and their state; `until` is the last day of a reservation, formatted. */
  instead: { name: string; state: "reserved" | "waiting" | "sent" | "ended"; until: string }[];
  /** Unpaid difference of an exchange, in cents, and its deadline; null without one. */
  toPay: { amount: Cents; until: string } | null;
  /** Days of earlier refunds, if they covered all pieces before these arrived: "on November 20, 2026"; else empty. */
  refundedBefore: string;
}

/** A return as shown on its order's page. */
export interface ShopperReturn {
  number: string;
  /** Day on which the return was started, formatted. */
  started: string;
  name: string;
  next: string[];
  /** Address of the label's file; empty without a label, or when it is no longer needed. */
  labelUrl: string;
  /** Amount and address for paying the difference of an exchange; null without one. */
  pay: { amount: string; url: string } | null;
  isOver: boolean;
  lines: { position: number; what: string; why: string }[];
}

/** Settings that these texts quote. */
interface Promises {
  replyWithin: string;
  refundTime: string;
}

const CANCELLED = "The order was cancelled: there is nothing to send back.";

/** Name of a return's state and sentences about the next steps, for its shopper. */
export function returnWords(standing: ReturnStanding, promises: Promises, now: Date): { name: string; next: string[] } {
  const { name, next } = stateWords(standing, promises, now);
  if (!isOpenReturn(standing) || standing.isCancelled) return { name, next };
  return { name, next: [...next, usualBackWords(standing), ...keptWords(standing)].filter(Boolean) };
}

export const isOpenReturn = ({ state }: Pick<ReturnStanding, "state">): boolean =>
  state === "started" || state === "received";

/** Sentences about the money that the usual settlement of an open return gives back; empty if nothing can be said. */
export function usualBackWords({ state, usual }: Pick<ReturnStanding, "state" | "usual">): string {
  if (usual === null) return "";
  if (usual.length === 0) return "No money goes back for it.";
  const [which, final] =
    state === "received"
      ? ["For what arrived this goes back", "it is settled"]
      : ["If it arrives as you describe it, this goes back", "we have looked at it"];
  return `${which}: ${amountsByWay(usual)}. The amount is final once ${final}.`;
}

/** Sentences about goods reserved for an exchange, and about the payment for it. */
function keptWords({ instead, toPay }: ReturnStanding): string[] {
  const kept = instead.filter(({ state }) => state === "reserved");
  return [
    ...kept.map(({ name, until }) => `${name} is kept for you until ${until}.`),
    ...(toPay
      ? [
          `${formatCents(toPay.amount)} to pay until ${toPay.until}. Without it your return goes on, and you get your money back.`,
        ]
      : []),
  ];
}

function stateWords(standing: ReturnStanding, promises: Promises, now: Date): { name: string; next: string[] } {
  const { state, words } = standing;
  if (standing.isCancelled) return { name: "Ended", next: [CANCELLED] };
  if (state === "refused") return { name: "Refused", next: [words, "What you wanted to send back stays with you."] };
  if (state === "received")
    return { name: "Arrived", next: ["It is with us. We look at it now, and write again when it is settled."] };
  if (state === "settled")
    return { name: "Settled", next: [...outcome(standing, promises, now), words].filter(Boolean) };
  if (!standing.isApproved)
    return {
      name: "Asked for",
      next: [
        `We look at it and write to you within ${promises.replyWithin}. Please wait for our letter before you send it.`,
      ],
    };
  return { name: "Started", next: [labelWords(standing.label, promises), "Write the number on the parcel, large."] };
}

const labelWords = (label: ReturnLabelState, { replyWithin }: Promises): string =>
  ({
    sent: "Print the prepaid label, stick it on the parcel, and hand it to the carrier.",
    follows: `Pack it and wait for the prepaid label: it follows by e-mail within ${replyWithin}.`,
    none: "Send it with a carrier of your choice, by a service with tracking: there is no prepaid label for it.",
  })[label.state];

function outcome({ back, instead, refundedBefore }: ReturnStanding, { refundTime }: Promises, now: Date): string[] {
  const parts = [
    ...(back.length > 0 ? [moneyBackWords(back, refundTime, now)] : []),
    ...instead.map(({ name, state }) => insteadWords[state](name)),
  ];
  if (parts.length > 0) return parts;
  return [refundedBefore ? `It was refunded ${refundedBefore}: nothing more is due.` : "No refund is due for it."];
}

const insteadWords: Record<ReturnStanding["instead"][number]["state"], (name: string) => string> = {
  reserved: (name) => `${name} is kept for you. We write again when it is on its way.`,
  waiting: (name) => `${name} is kept for you. We write again when it is on its way.`,
  sent: (name) => `${name} has left us: its parcel stands above.`,
  ended: (name) => `${name} is not sent after all.`,
};
