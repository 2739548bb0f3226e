import type { Bag } from "~/shop/bag/bag";
import type { ByCards } from "~/shop/bag/gift-card-store";
import type { OrderSummary } from "~/shop/price";
import type { OrderDraft } from "~/shop/bag/order-draft";
import type { OrderAnswer } from "~/shop/orders/order.wire";
import type { ConfirmationOutcome, PaymentMethod } from "~/shop/payments/gateway";
import { outcomeOf } from "~/shop/payments/payment-outcome";
import { Refusal } from "~/shop/refusal";
import type { ChangedPrices, HeldLines, HeldTooMuch, SoldBefore, SoldOutLines } from "~/shop/refusal-details";
import type { Attempt } from "./attempt-store";
import type { Fields } from "./checkout-fields";
import type { QuotedSums, SummedOffers } from "./quote";
import type { Steps } from "./steps";
import { PAYMENT_FAILED } from "./payment-failed";

/** The purchase that a shopper pays: lines, customer and payment method. */
export interface Purchase {
  fields: Fields;
  steps: Steps;
  method: PaymentMethod;
  lines: Bag;
  summary: OrderSummary;
  draft: OrderDraft;
  /** Amounts that offers took off the summary. */
  offers: SummedOffers;
  discountCode: string | undefined;
  /** Parts that gift cards pay. */
  byCards: ByCards;
}

export type Payment = NonNullable<Attempt["payment"]>;

/** Reason why the server does not accept a payment until the shopper has decided. */
export type Objection =
  | { kind: "prices"; message: string; now: ChangedPrices }
  /** The sales tax for the address differs from the tax that was shown. */
  | { kind: "tax"; now: ChangedPrices }
  | { kind: "sold-out"; now: SoldOutLines }
  /**
   * Other shoppers have reserved the pieces, or the pieces are left to them for a while; `now` has the available pieces, and the
   * time when there may be more.
   */
  | { kind: "held"; isLeftToOthers: boolean; now: HeldLines }
  /** The bag has more pieces than one checkout may reserve. */
  | { kind: "too-much"; now: HeldTooMuch }
  /** The order has to wait `retryAfter` seconds, although nothing is wrong with its bag. */
  | { kind: "wait"; message: string; retryAfter: number }
  /** Goods that are no longer sold; unset where the server did not say which. */
  | { kind: "gone"; goods?: SoldBefore }
  /** `mayWait`: the code may be free again later. */
  | { kind: "code"; message: string; mayWait?: true }
  /** A gift card pays nothing or another amount; `isOut`: it cannot pay at all; `lastFour`: its last signs, where the server named it. */
  | { kind: "cards"; message: string; isOut: boolean; lastFour?: string };

export type Stage =
  /** `declined`: the reason why the last attempt failed; unset if there was none. */
  | { at: "ready"; declined?: string }
  | { at: "paying"; purchase: Purchase }
  /** The payment has arrived and the order is not confirmed yet: no other payment is made. `isPolling` ends after some rounds. */
  | { at: "confirming"; purchase: Purchase; isPolling: boolean }
  | { at: "objected"; objection: Objection }
  | { at: "returned"; message: string }
  | { at: "done"; order: Partial<OrderAnswer>; purchase: Purchase };

export interface PurchaseState {
  stage: Stage;
  /** Whether a purchase is being processed: no other payment is made, and the form is disabled. */
  isProcessing: boolean;
}

export const initialState: PurchaseState = { stage: { at: "ready" }, isProcessing: false };

export type PurchaseEvent =
  /** The page was opened; `payment` is the one that an earlier page of this browser stored. */
  | { type: "opened"; payment: Payment | null }
  /** The browser restored the page from its back/forward cache. */
  | { type: "restored" }
  | { type: "pay"; purchase: Purchase }
  | { type: "intent-created"; purchase: Purchase; payment: Payment }
  /** Result of the provider; undefined if there was no card to confirm the payment with. */
  | { type: "confirmed"; purchase: Purchase; payment: Payment; outcome: ConfirmationOutcome | undefined }
  /** The request or the confirmation of the payment failed; `payment` is the one that this browser requested last. */
  | { type: "payment-failed"; failure: unknown; payment: Payment | null }
  | { type: "order-placed"; purchase: Purchase; order: Partial<OrderAnswer> }
  | { type: "order-failed"; purchase: Purchase; payment: Payment; turn: number; failure: unknown }
  | { type: "poll"; purchase: Purchase; payment: Payment; turn: number }
  | { type: "objection-settled" }
  | { type: "confirmation-shown" };

/** Commands of a transition; the hook runs them in the order of the list. */
export type Command =
  | { do: "create-intent"; purchase: Purchase }
  | { do: "store-payment"; payment: Payment }
  | { do: "confirm-payment"; purchase: Purchase; payment: Payment }
  | { do: "place-order"; purchase: Purchase; payment: Payment; turn: number }
  /** Requests the order again after `delay` milliseconds; if that is undefined, only when the shopper presses the button. */
  | { do: "schedule-poll"; purchase: Purchase; payment: Payment; turn: number; delay: number | undefined }
  | { do: "show-error"; message: string }
  | { do: "end-attempt" }
  | { do: "finish"; purchase: Purchase }
  /** Redirects to the page that asks the server for the state of the payment. */
  | { do: "redirect"; payment: Payment; replace: boolean };

export type Transition = [state: PurchaseState, ...commands: Command[]];

/** Delays in milliseconds before the order of a payment is requested again. */
const POLL_DELAYS = [1000, 2000, 4000, 8000, 15_000];

/** Computes the next state after an event, and the commands to run. A pure function. */
export function transition(state: PurchaseState, event: PurchaseEvent): Transition {
  switch (event.type) {
    case "opened":
      return event.payment?.arrived ? [state, redirect(event.payment, true)] : [state];
    case "restored":
    case "confirmation-shown":
      return [{ ...state, isProcessing: false }];
    case "objection-settled":
      return [{ ...state, stage: { at: "ready" } }];
    case "pay": {
      if (state.isProcessing) return [state];
      const { purchase } = event;
      return [
        { stage: { at: "paying", purchase }, isProcessing: true },
        { do: "create-intent", purchase },
      ];
    }
    case "intent-created": {
      const { purchase, payment } = event;
      if (purchase.byCards.rest === 0) return [state, ...placeOrder(purchase, payment)];
      return [state, { do: "store-payment", payment }, { do: "confirm-payment", purchase, payment }];
    }
    case "confirmed":
      return afterConfirmation(state, event);
    case "payment-failed":
      return afterFailedPayment(state, event);
    case "order-placed": {
      const { order, purchase } = event;
      return [
        { ...state, stage: { at: "done", order, purchase } },
        { do: "finish", purchase },
      ];
    }
    case "order-failed":
      return afterFailedOrder(state, event);
    case "poll": {
      const { purchase, payment, turn } = event;
      return [
        { ...state, stage: { at: "confirming", purchase, isPolling: true } },
        { do: "place-order", purchase, payment, turn },
      ];
    }
  }
}

type EventOf<Type extends PurchaseEvent["type"]> = Extract<PurchaseEvent, { type: Type }>;

function afterConfirmation(state: PurchaseState, { purchase, payment, outcome }: EventOf<"confirmed">): Transition {
  if (!outcome) return failed();
  if (outcome.status === "declined") return failed(outcome.message);
  if (outcome.status === "processing") return [state, redirect(payment)];
  return [state, ...placeOrder(purchase, payment)];
}

function afterFailedPayment(state: PurchaseState, { failure, payment }: EventOf<"payment-failed">): Transition {
  if (!(failure instanceof Refusal)) return failed();
  const isEarlier = ["arrived", "pending"].includes(outcomeOf(failure.code));
  if (isEarlier && payment) return [state, redirect(payment)];

  const objection = objectionIn(failure, state.stage);
  if (objection) return [{ stage: { at: "objected", objection }, isProcessing: false }];
  return failed(aboutItems(failure) ?? (SPOKEN.has(failure.code) ? failure.message : PAYMENT_FAILED));
}

/**
 * Whether sums come from a process that knows offers. One of the release before, which may answer while the shop is updated, takes presents for
 * goods that are bought, and nobody is to pay its sums where an offer was told.
 */
export const areOffersKnown = ({ offers }: Pick<QuotedSums, "offers">, told: SummedOffers): boolean =>
  !!offers || !told.given?.length;

/** Complaint about an item, such as a gift card's words, or about all of them; undefined for others. */
export const aboutItems = ({ fields }: Refusal): string | undefined =>
  Object.entries(fields).find(([field]) => field === "items" || field.startsWith("items."))?.[1];

/** Codes of refusals whose message is shown to the shopper unchanged. */
const SPOKEN: ReadonlySet<string> = new Set([
  "payment-too-small",
  "checkout-stopped",
  "payments-paused",
  "shop-unreachable",
]);

/**
 * A failed order whose payment has arrived is never paid again: the order is requested again, or the server is asked for the
 * payment's state.
 */
function afterFailedOrder(state: PurchaseState, event: EventOf<"order-failed">): Transition {
  const { purchase, payment, turn, failure } = event;
  const outcome = failure instanceof Refusal ? outcomeOf(failure.code) : "retry";
  switch (outcome) {
    case "unpaid": {
      const [next, ...commands] = failed();
      return [next, { do: "end-attempt" }, ...commands];
    }
    case "returned": {
      const message = failure instanceof Refusal ? failure.message : "";
      return [{ stage: { at: "returned", message }, isProcessing: false }, { do: "end-attempt" }];
    }
    case "pending":
    case "retry": {
      const delay = POLL_DELAYS[turn];
      const isPolling = delay !== undefined;
      return [
        { ...state, stage: { at: "confirming", purchase, isPolling } },
        { do: "schedule-poll", purchase, payment, turn: isPolling ? turn + 1 : 0, delay },
      ];
    }
    default:
      // The server refuses the order as this browser describes it: it creates the order from its own record of the payment.
      return [state, redirect(payment)];
  }
}

const failed = (message = PAYMENT_FAILED): Transition => [
  { stage: { at: "ready", declined: message }, isProcessing: false },
  { do: "show-error", message },
];

const redirect = (payment: Payment, replace = false): Command => ({ do: "redirect", payment, replace });

/** Stores the payment as arrived, so that a reload continues with it, and requests the order. */
function placeOrder(purchase: Purchase, { id, clientSecret }: Payment): Command[] {
  const payment = { id, clientSecret, arrived: true };
  return [
    { do: "store-payment", payment },
    { do: "place-order", purchase, payment, turn: 0 },
  ];
}

function objectionIn(refusal: Refusal, stage: Stage): Objection | undefined {
  switch (refusal.code) {
    case "prices-changed":
    case "tax-changed": {
      const now = refusal.details;
      if (!now || ("purchase" in stage && !areOffersKnown(now, stage.purchase.offers))) return undefined;
      return refusal.code === "tax-changed" ? { kind: "tax", now } : { kind: "prices", message: refusal.message, now };
    }
    case "sold-out":
      return refusal.details && "lines" in refusal.details ? { kind: "sold-out", now: refusal.details } : undefined;
    case "held-by-others":
    case "held-and-let-go": {
      const isLeftToOthers = refusal.code === "held-and-let-go";
      return refusal.details && { kind: "held", isLeftToOthers, now: refusal.details };
    }
    case "held-too-much":
      return refusal.details && { kind: "too-much", now: refusal.details };
    case "held-by-network":
    case "too-many-requests":
      return { kind: "wait", message: refusal.message, retryAfter: refusal.details?.retryAfter ?? 0 };
    case "product-unknown":
    case "combination-unavailable":
      return { kind: "gone", ...(refusal.details && { goods: refusal.details }) };
    case "gift-cards-changed":
    case "gift-card-unknown":
      return { kind: "cards", message: refusal.message, isOut: refusal.code === "gift-card-unknown" };
    case "gift-card-ended":
    case "gift-card-empty":
    case "gift-card-of-test":
      return { kind: "cards", message: refusal.message, isOut: true, ...refusal.details };
    default: {
      if (!refusal.code.startsWith("code-")) return undefined;
      const mayWait = refusal.code === "code-used" && refusal.details?.retryAfter !== undefined;
      return { kind: "code", message: refusal.message, ...(mayWait && { mayWait }) };
    }
  }
}
