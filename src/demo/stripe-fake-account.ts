import { randomBytes } from "node:crypto";

/** The API version that messages are written in, as a webhook's settings at Stripe name it. */
const FAKE_API_VERSION = "2026-10-28.endive";

/** Form fields as Stripe's client writes them, brackets resolved. */
export interface Params {
  [name: string]: string | Params;
}

/** An answer that says no, as Stripe words it. */
export class StripeNo extends Error {
  override readonly name = "StripeNo";
  readonly status: number;
  readonly body: { error: Record<string, unknown> };

  constructor(status: number, error: Record<string, unknown> & { type: string; message: string }) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

const invalid = (message: string, more: Record<string, unknown> = {}, status = 400): StripeNo =>
  new StripeNo(status, { type: "invalid_request_error", message, ...more });

export interface Intent {
  id: string;
  object: "payment_intent";
  amount: number;
  amount_received: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  client_secret: string;
  allowed_payment_method_types: string[];
  payment_method_types: string[];
  metadata: Params;
  latest_charge: string | null;
  last_payment_error: Record<string, unknown> | null;
  next_action: Record<string, unknown> | null;
  created: number;
  canceled_at: number | null;
  livemode: false;
}

export interface FakeRefund {
  id: string;
  object: "refund";
  amount: number;
  currency: string;
  payment_intent: string;
  charge: string;
  status: "succeeded" | "failed";
  metadata: Params;
  created: number;
}

export interface FakeEvent {
  id: string;
  object: "event";
  api_version: string;
  type: string;
  created: number;
  livemode: false;
  data: { object: Record<string, unknown> };
}

type Outcome =
  | { does: "succeed" | "ask" | "process" | "succeed-unheard" }
  | { does: "decline"; code: string; decline_code?: string; message: string };

const declines = (code: string, message: string, decline_code?: string): Outcome => ({
  does: "decline",
  code,
  message,
  ...(decline_code && { decline_code }),
});

/** Cards by their number. The last two are the fake's own: Stripe has no card for them. */
const fakeCards: Record<string, Outcome> = {
  "4242424242424242": { does: "succeed" },
  "5555555555554444": { does: "succeed" },
  "4000002500003155": { does: "ask" },
  "4000002760003184": { does: "ask" },
  "4000000000000002": declines("card_declined", "Your card was declined.", "generic_decline"),
  "4000000000009995": declines("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  "4000000000000069": declines("expired_card", "Your card has expired."),
  "4000000000000127": declines("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": declines(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
  /** Takes its time: whether the money comes is told later. */
  "4000000000010007": { does: "process" },
  /** The money goes through, and the connection breaks before the browser hears of it. */
  "4000000000010015": { does: "succeed-unheard" },
};

const drawn = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** An account at Stripe as far as this shop uses it: what there is, and what may be done to it. */
export class FakeAccount {
  readonly intents = new Map<string, Intent>();
  readonly refunds: FakeRefund[] = [];
  readonly events: FakeEvent[] = [];
  /** The ways to pay that are switched on. */
  readonly capabilities = new Set(["card", "klarna"]);
  readonly #returnUrls = new Map<string, string>();

  create(params: Params): Intent {
    if ("payment_method_types" in params)
      throw invalid("payment_method_types is no longer supported.", {
        code: "payment_method_types_no_longer_supported",
      });
    only(params, ["amount", "currency", "allowed_payment_method_types", "metadata"]);
    const amount = whole(params, "amount");
    if (amount < 50) throw invalid("Amount must be at least $0.50 usd.", { code: "amount_too_small", param: "amount" });
    if (amount > 99_999_999) throw invalid("Amount is too large.", { code: "amount_too_large", param: "amount" });
    if (params["currency"] !== "usd") throw invalid("Invalid currency.", { param: "currency" });

    const allowed = Object.values((params["allowed_payment_method_types"] ?? {}) as Record<string, string>);
    const id = drawn("pi");
    const intent: Intent = {
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency: "usd",
      status: "requires_payment_method",
      client_secret: drawn(`${id}_secret`),
      allowed_payment_method_types: allowed,
      payment_method_types: allowed.filter((type) => this.capabilities.has(type)),
      metadata: (params["metadata"] ?? {}) as Params,
      latest_charge: null,
      last_payment_error: null,
      next_action: null,
      canceled_at: null,
      created: seconds(),
      livemode: false,
    };
    this.intents.set(id, intent);
    this.#tell("payment_intent.created", intent);
    return intent;
  }

  intent(id: string): Intent {
    const intent = this.intents.get(id);
    if (!intent) throw missing("payment_intent", id);
    return intent;
  }

  /** What Stripe.js asks for when the shopper pays. The answer says whether the browser hears it. */
  confirm(id: string, params: Params): { intent: Intent; isHeard: boolean } {
    const intent = this.intent(id);
    if (!["requires_payment_method", "requires_action"].includes(intent.status)) throw wrongState(intent, "confirm");
    const { type, card } = (params["payment_method_data"] ?? {}) as { type?: string; card?: Params };
    if (!type || !intent.payment_method_types.includes(type))
      throw invalid(`The payment method type ${type} is not one of this PaymentIntent's.`, {
        code: "payment_intent_incompatible_payment_method",
      });

    if (type === "klarna") {
      const returnUrl = params["return_url"];
      if (typeof returnUrl !== "string") throw invalid("A return_url is needed.", { param: "return_url" });
      this.#returnUrls.set(id, returnUrl);
      return { intent: this.#ask(intent, "redirect_to_url"), isHeard: true };
    }

    const number = String(card?.["number"] ?? "").replaceAll(" ", "");
    const outcome = fakeCards[number];
    if (!outcome)
      throw new StripeNo(402, {
        type: "card_error",
        code: "incorrect_number",
        message: "Your card number is incorrect.",
      });
    if (outcome.does === "decline") {
      this.#decline(intent, { code: outcome.code, decline_code: outcome.decline_code, message: outcome.message });
      throw new StripeNo(402, {
        type: "card_error",
        code: outcome.code,
        decline_code: outcome.decline_code,
        message: outcome.message,
        payment_intent: intent,
      });
    }
    if (outcome.does === "ask") return { intent: this.#ask(intent, "use_stripe_sdk"), isHeard: true };
    if (outcome.does === "process") {
      Object.assign(intent, { status: "processing", next_action: null });
      this.#tell("payment_intent.processing", intent);
      return { intent, isHeard: true };
    }
    return { intent: this.#succeed(intent), isHeard: outcome.does === "succeed" };
  }

  /** What the bank or Klarna heard from the shopper; the answer is where the shopper is led back to, when there is such a place. */
  answer(id: string, approved: boolean): string | undefined {
    const intent = this.intent(id);
    if (intent.status !== "requires_action") throw wrongState(intent, "answer");
    if (approved) this.#succeed(intent);
    else
      this.#decline(intent, {
        code: "payment_intent_authentication_failure",
        message: "We are unable to authenticate your payment method.",
      });
    const returnUrl = this.#returnUrls.get(id);
    if (!returnUrl) return undefined;
    const address = new URL(returnUrl);
    address.searchParams.set("payment_intent", id);
    address.searchParams.set("payment_intent_client_secret", intent.client_secret);
    address.searchParams.set("redirect_status", approved ? "succeeded" : "failed");
    return address.href;
  }

  /** What takes its time comes to an end. */
  finish(id: string, arrived: boolean): void {
    const intent = this.intent(id);
    if (intent.status !== "processing") throw wrongState(intent, "finish");
    if (arrived) this.#succeed(intent);
    else this.#decline(intent, { code: "card_declined", message: "Your card was declined." });
  }

  cancel(id: string, params: Params): Intent {
    only(params, []);
    const intent = this.intent(id);
    if (!["requires_payment_method", "requires_action"].includes(intent.status)) throw wrongState(intent, "cancel");
    Object.assign(intent, { status: "canceled", canceled_at: seconds(), next_action: null });
    this.#tell("payment_intent.canceled", intent);
    return intent;
  }

  refund(params: Params): FakeRefund {
    only(params, ["payment_intent", "amount", "metadata"]);
    const intent = this.intent(String(params["payment_intent"]));
    const { latest_charge: charge } = intent;
    if (!charge) throw invalid("This PaymentIntent does not have a successful charge to refund.");
    const left = intent.amount_received - this.#refunded(intent.id);
    if (left === 0) throw invalid("The charge has already been refunded.", { code: "charge_already_refunded" });
    const amount = params["amount"] === undefined ? left : whole(params, "amount");
    if (amount <= 0 || amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`);

    const refund: FakeRefund = {
      id: drawn("re"),
      object: "refund",
      amount,
      currency: "usd",
      payment_intent: intent.id,
      charge,
      status: "succeeded",
      metadata: (params["metadata"] ?? {}) as Params,
      created: seconds(),
    };
    this.refunds.unshift(refund);
    this.#tell("charge.refunded", {
      id: charge,
      object: "charge",
      amount: intent.amount,
      payment_intent: intent.id,
      amount_refunded: this.#refunded(intent.id),
    });
    return refund;
  }

  /** A bank takes the money back before somebody looks into it. */
  dispute(id: string, reason = "fraudulent"): void {
    const { amount, latest_charge: charge } = this.intent(id);
    this.#tell("charge.dispute.created", {
      id: drawn("du"),
      object: "dispute",
      amount,
      charge,
      payment_intent: id,
      reason,
      status: "needs_response",
      evidence_details: {
        due_by: seconds() + 7 * 86400,
        has_evidence: false,
      },
    });
  }

  #refunded = (id: string): number =>
    this.refunds
      .filter(({ payment_intent, status }) => payment_intent === id && status === "succeeded")
      .reduce((sum, { amount }) => sum + amount, 0);

  #succeed(intent: Intent): Intent {
    const done = { status: "succeeded", amount_received: intent.amount, latest_charge: drawn("ch") };
    Object.assign(intent, { ...done, last_payment_error: null, next_action: null });
    this.#tell("payment_intent.succeeded", intent);
    return intent;
  }

  #decline(intent: Intent, error: Record<string, unknown>): void {
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: error, next_action: null });
    this.#tell("payment_intent.payment_failed", intent);
  }

  #ask(intent: Intent, type: "use_stripe_sdk" | "redirect_to_url"): Intent {
    Object.assign(intent, { status: "requires_action", next_action: { type } });
    this.#tell("payment_intent.requires_action", intent);
    return intent;
  }

  #tell(type: string, object: object): void {
    this.events.push({
      id: drawn("evt"),
      object: "event",
      api_version: FAKE_API_VERSION,
      type,
      created: seconds(),
      livemode: false,
      data: { object: structuredClone(object) as Record<string, unknown> },
    });
  }
}

const seconds = (): number => Math.floor(Date.now() / 1000);

export const missing = (kind: string, id: string): StripeNo =>
  invalid(`No such ${kind}: '${id}'`, { code: "resource_missing", param: "id" }, 404);

const wrongState = (intent: Intent, verb: string): StripeNo =>
  invalid(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });

/** Whatever the shop is not meant to ask for is a mistake in the shop. */
function only(params: Params, known: string[]): void {
  const unknown = Object.keys(params).find((name) => !known.includes(name));
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, { code: "parameter_unknown", param: unknown });
}

function whole(params: Params, name: string): number {
  const text = params[name];
  if (typeof text !== "string" || !/^-?\d+$/.test(text))
    throw invalid(`Invalid integer: ${String(text)}`, { code: "parameter_invalid_integer", param: name });
  return Number(text);
}
