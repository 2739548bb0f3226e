import { memberRefusals } from "./member-refusals";
import { read, type Reader } from "./json-shape";
import { refusalDetails, type RefusalDetails } from "./refusal-details";

/** Refusals that a browser's own rules make, too, with their messages. */
const MADE_BY_BROWSERS = {
  "size-missing": { status: 422, text: "Please select a size." },
  "combination-unavailable": { status: 422, text: "This size and color combination is not available." },
  "size-not-in-variants": { status: 422, text: "Selected size not found in variants." },
  "article-unknown": { status: 404, text: "Blog not found" },
  "input-invalid": { status: 422, text: "Value is not valid." },
  "shop-unreachable": { status: 503, text: "The signal dropped. What you typed is still here; please try again." },
  "held-and-let-go": {
    status: 409,
    text: "An order from your network held some of this and was not paid. For a few minutes it is left to other riders.",
  },
  "bag-full": { status: 422, text: "Your bag cannot hold more of this." },
  "gift-card-empty": { status: 409, text: "Nothing is left on this gift card." },
  "order-unknown": { status: 404, text: "No order was found with this number and e-mail address." },
  "order-state": { status: 409, text: "This order can no longer be changed that way." },
  "not-returnable": { status: 422, text: "This item cannot be returned." },
  "more-than-left": { status: 409, text: "Those are more pieces, or more for them, than are left of this order." },
  "more-money-than-left": { status: 409, text: "That is more money than is left of what was paid for this order." },
} as const;

/** All other refusals for shoppers and programs: their answers bring the message to the browser. */
const SHOPPERS = {
  "product-unknown": { status: 404, text: "This product is not in the shop." },
  "category-unknown": { status: 404, text: "There is no such category." },
  "page-unknown": { status: 404, text: "Page Not Found" },
  "address-unknown": { status: 404, text: "There is nothing at this address." },
  "address-too-long": { status: 414, text: "The address is too long." },
  "address-malformed": { status: 400, text: "The address could not be read." },
  "method-unknown": { status: 405, text: "This address does not take that method." },
  "body-not-json": { status: 415, text: "The request must be JSON." },
  "body-malformed": { status: 400, text: "The request could not be read." },
  "body-too-large": { status: 413, text: "The request is too large." },
  "body-encoded": { status: 415, text: "The request must not be compressed." },
  "cursor-invalid": { status: 400, text: "The cursor is not one of this list." },
  "too-many-requests": { status: 429, text: "Too many requests. Please wait a moment and try again." },
  "origin-foreign": { status: 403, text: "This request came from another site." },
  "sold-out": { status: 409, text: "Something in your bag has just sold out." },
  "in-stock": { status: 409, text: "This can be had right now. Nothing to wait for." },
  "held-too-much": {
    status: 409,
    text: "We cannot hold that many pieces while you pay. Please take some out of your bag and order them afterwards.",
  },
  "held-by-network": {
    status: 429,
    text: "Other orders from your network are waiting for their payment. Please try again in a few minutes.",
  },
  "held-by-others": {
    status: 409,
    text: "Other riders are about to buy some of this. Please take fewer, or try again in a few minutes.",
  },
  "prices-changed": { status: 409, text: "Prices have changed since you filled your bag." },
  "tax-changed": { status: 409, text: "Sales tax for your address has changed. Please look at the new total." },
  "checkout-stopped": {
    status: 503,
    text: "We cannot take orders for a moment: something about our prices has to be put right first. Your bag is kept. Please try again later.",
  },
  "tax-unpaid": {
    status: 409,
    text: "This order owes sales tax that its payment does not contain. Nothing was paid; ask for a payment of the whole total.",
  },
  "tax-returned": {
    status: 409,
    text: "This order owes sales tax that your payment did not contain. The full amount is on its way back to you.",
  },
  "not-delivered-here": { status: 422, text: "We do not deliver to this address." },
  "bag-empty": { status: 422, text: "Your bag is empty." },
  "code-unknown": { status: 422, text: "This code is not valid." },
  "code-not-yet": { status: 422, text: "This code is not valid yet." },
  "code-expired": { status: 422, text: "This code has expired." },
  "code-used": { status: 409, text: "This code has already been used." },
  "code-of-another": { status: 422, text: "This code works only with the e-mail address it was sent to." },
  "code-minimum": { status: 422, text: "Your order value is too low for this code." },
  "code-other-goods": { status: 422, text: "This code is for other things than those in your bag." },
  "gift-card-unknown": { status: 422, text: "There is no gift card with this code." },
  "gift-card-ended": { status: 409, text: "This gift card was closed. Please write to us." },
  "gift-card-of-test": { status: 409, text: "This is a test card. It pays for test orders only." },
  "gift-card-apart": {
    status: 422,
    text: "A gift card is bought from its own page, with the day and the address it goes to.",
  },
  "gift-cards-changed": {
    status: 409,
    text: "Another amount is left on your gift card now. Please look at the sums again.",
  },
  "amount-mismatch": { status: 409, text: "The amount does not match the order." },
  "amount-returned": {
    status: 409,
    text: "Another amount arrived than your order comes to, so no order was made. All of it is on its way back to you.",
  },
  "payment-missing": { status: 402, text: "The payment for this order has not arrived." },
  "payment-too-small": { status: 422, text: "This amount is too small to be paid." },
  "payment-processing": { status: 409, text: "Your payment is still being processed. You will not be charged twice." },
  "payment-arrived": { status: 409, text: "Your earlier payment has arrived, and its order is confirmed." },
  "payment-returned": {
    status: 409,
    text: "Your payment arrived after the last piece was gone. The full amount is on its way back to you.",
  },
  "payment-unknown": { status: 404, text: "There is no such payment." },
  "signature-invalid": { status: 400, text: "This message is not signed by the payment provider." },
  "payment-declined": { status: 402, text: "Your card was declined." },
  "pay-link-over": { status: 409, text: "This link has ended. Nothing was charged." },
  "payments-paused": {
    status: 503,
    text: "We are not taking payments right now. This attempt charged nothing. Please try again later.",
  },
  "gateway-unavailable": { status: 502, text: "Payment failed. Please try again." },
  "order-cancelled": { status: 409, text: "This order was cancelled. All that was paid for it goes back to you." },
  "cancel-over": {
    status: 409,
    text: "It is too late to cancel this order here: it is being packed, or too much time has gone by. Nothing was changed. Please write to us.",
  },
  "delay-told-again": {
    status: 409,
    text: "There is newer word about this order, with another letter. Please answer from the link in the latest one.",
  },
  "cancel-disputed": {
    status: 409,
    text: "Your bank has asked us about this payment and decides over its money, so this order cannot be cancelled here. Nothing was changed. Please write to us.",
  },
  "nothing-left": {
    status: 409,
    text: "Nothing of this order has left yet, so there is nothing to send back. Its page says whether it can still be cancelled.",
  },
  "return-window-over": { status: 422, text: "The return window of this order is over." },
  "change-open": {
    status: 409,
    text: "A change of this order waits for its payment. End it first; until then the order stays as it is.",
  },
  "change-over": {
    status: 409,
    text: "This change has ended. The order stands as it does without it, and nothing was paid.",
  },
  "change-done": { status: 409, text: "This change was made before. Nothing more is to be paid." },
  "refund-unconfirmed": { status: 409, text: "An earlier refund is asked and not yet confirmed. Wait until it is." },
  "parcel-unknown": { status: 404, text: "This order has no such parcel on its way." },
  "return-unknown": { status: 404, text: "There is no return with this number." },
  "edited-meanwhile": { status: 409, text: "Somebody else changed this in the meantime." },
} as const;

/** All refusals of the shop; any other error is a fault. A browser's bundle has those that its own rules make. */
const REFUSALS = {
  ...MADE_BY_BROWSERS,
  ...(import.meta.env.SSR ? { ...SHOPPERS, ...memberRefusals } : ({} as typeof SHOPPERS & typeof memberRefusals)),
};

export type RefusalCode = keyof typeof REFUSALS;

export const refusalCodes = Object.keys(REFUSALS) as RefusalCode[];

interface More<Code extends RefusalCode> {
  /** Messages by form field, if fields caused the refusal. */
  fields?: Record<string, string>;
  details?: RefusalDetails<Code>;
  /** Message in place of the usual one of the code. */
  words?: string | undefined;
}

class RefusalOf<Code extends RefusalCode> extends Error {
  override readonly name = "Refusal";
  readonly code: Code;
  readonly status: (typeof REFUSALS)[RefusalCode]["status"];
  readonly fields: Record<string, string>;
  /** Details for the caller, such as new prices or seconds to wait; their type depends on the code. */
  readonly details: RefusalDetails<Code> | undefined;

  constructor(code: Code, { fields = {}, details, words = REFUSALS[code]?.text }: More<Code> = {}) {
    super(words);
    this.code = code;
    // A browser has no use for the status of an answer.
    this.status = REFUSALS[code]?.status;
    this.fields = fields;
    this.details = details;
  }
}

/**
 * A request that the shop understood and declined. Thrown by the rules, and turned into an answer by pages, API and jobs.
 * Checking `code` narrows `details`.
 */
export type Refusal<Code extends RefusalCode = RefusalCode> = { [Each in Code]: RefusalOf<Each> }[Code];

interface RefusalConstructor {
  new <Code extends RefusalCode>(code: Code, more?: More<Code>): Refusal<Code>;
  /** Lets `instanceof` narrow to the union above. */
  [Symbol.hasInstance](value: unknown): value is Refusal;
}

// Cast through unknown, because classes cannot declare the type predicate of `Symbol.hasInstance`.
export const Refusal = RefusalOf as unknown as RefusalConstructor;

/** Retry-After header for a refusal, if its details contain the seconds. */
export function refusalHeaders(details: object = {}): Record<string, string> {
  const retryAfter = "retryAfter" in details ? details.retryAfter : undefined;
  return typeof retryAfter === "number" ? { "retry-after": String(Math.max(1, Math.ceil(retryAfter))) } : {};
}

/** Parses the refusal in a problem document; undefined if it contains none. Drops invalid details. */
export function refusalIn(problem: unknown): Refusal | undefined {
  if (typeof problem !== "object" || problem === null || !("code" in problem)) return undefined;
  const { code, detail: words, errors } = problem as Problem;
  if (!isRefusalCode(code) || (!import.meta.env.SSR && words === undefined)) return undefined;
  const fields = Object.fromEntries((errors ?? []).map(({ field, message }) => [field, message]));
  const details = Object.hasOwn(refusalDetails, code)
    ? read(refusalDetails[code as keyof typeof refusalDetails] as Reader<RefusalDetails<RefusalCode>>, problem)
    : undefined;
  return new Refusal(code, { fields, words, ...(details && { details }) });
}

/** Whether a code is one of a refusal. The shop answers with such codes and, about faults, with one other; a browser knows no list of them. */
const isRefusalCode = (code: string): code is RefusalCode =>
  import.meta.env.SSR ? Object.hasOwn(REFUSALS, code) : code !== "fault";

interface Problem {
  code: string;
  detail?: string;
  errors?: { field: string; message: string }[];
}
