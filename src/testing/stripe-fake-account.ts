import { randomBytes } from "node:crypto";
import { type CardDecline, fakeCards, refundCards } from "./stripe-fake-cards";
import { allowOnly, cardError, integerParam, invalid, missing, wrongState } from "./stripe-fake-errors";
import { FakeBalance } from "./stripe-fake-balance";
import { FakeTax } from "./stripe-fake-tax";
import type { FakeDispute, FakeEvent, FakeIntent, FakeRefund, Params } from "./stripe-fake-objects";

/** API version in which events are written, as configured for the webhook at Stripe. */
const FAKE_API_VERSION = "2026-10-28.endive";

const randomId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;

/** Result of a confirmation; `isDelivered` is false if the connection breaks before the response. */
interface Confirmation {
  intent: FakeIntent;
  isDelivered: boolean;
}

/** A Stripe account with the features that this shop uses. */
export class FakeAccount {
  readonly intents = new Map<string, FakeIntent>();
  readonly refunds: FakeRefund[] = [];
  readonly events: FakeEvent[] = [];
  readonly tax = new FakeTax();
  readonly balance = new FakeBalance(this);
  /** Enabled payment methods. */
  readonly capabilities = new Set(["card", "klarna"]);
  readonly #returnUrls = new Map<string, string>();
  /** Card that paid each intent, by the intent's id. */
  readonly #cards = new Map<string, string>();

  create(params: Params): FakeIntent {
    if ("payment_method_types" in params)
      throw invalid("payment_method_types is no longer supported.", {
        code: "payment_method_types_no_longer_supported",
      });
    allowOnly(params, ["amount", "currency", "allowed_payment_method_types", "metadata"]);
    const amount = integerParam(params, "amount");
    if (amount < 50) throw invalid("Amount must be at least $0.50 usd.", { code: "amount_too_small", param: "amount" });
    if (amount > 99_999_999) throw invalid("Amount is too large.", { code: "amount_too_large", param: "amount" });
    if (params["currency"] !== "usd") throw invalid("Invalid currency.", { param: "currency" });

    const allowed = Object.values((params["allowed_payment_method_types"] ?? {}) as Record<string, string>);
    const id = randomId("pi");
    const intent: FakeIntent = {
      id,
      object: "payment_intent",
      amount,
      amount_received: 0,
      currency: "usd",
      status: "requires_payment_method",
      client_secret: randomId(`${id}_secret`),
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
    this.#emit("payment_intent.created", intent);
    return intent;
  }

  intent(id: string): FakeIntent {
    const intent = this.intents.get(id);
    if (!intent) throw missing("payment_intent", id);
    return intent;
  }

  /** The intent with its charge, as requested with `expand`; the charge contains the card. */
  withCharge(id: string) {
    const intent = this.intent(id);
    const number = this.#cards.get(id);
    const card = number && {
      brand: number.startsWith("5") ? "mastercard" : "visa",
      last4: number.slice(-4),
      fingerprint: `fingerprint of ${number}`,
    };
    const details = card ? { type: "card", card } : { type: "klarna", klarna: {} };
    const charge = { id: intent.latest_charge, object: "charge", payment_method_details: details };
    return { ...intent, latest_charge: intent.latest_charge && charge };
  }

  /** Confirms an intent, as Stripe.js does when the shopper pays. */
  confirm(id: string, params: Params): Confirmation {
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
      return { intent: this.#requireAction(intent, "redirect_to_url"), isDelivered: true };
    }
    return this.#confirmCard(intent, String(card?.["number"] ?? "").replaceAll(" ", ""));
  }

  #confirmCard(intent: FakeIntent, number: string): Confirmation {
    const outcome = fakeCards[number];
    this.#cards.set(intent.id, number);
    switch (outcome?.kind) {
      case undefined:
        throw cardError({ code: "incorrect_number", message: "Your card number is incorrect." });
      case "decline":
        this.#decline(intent, outcome.error);
        throw cardError({ ...outcome.error, payment_intent: intent });
      case "require-action":
        return { intent: this.#requireAction(intent, "use_stripe_sdk"), isDelivered: true };
      case "process":
        Object.assign(intent, { status: "processing", next_action: null });
        this.#emit("payment_intent.processing", intent);
        return { intent, isDelivered: true };
      case "succeed":
        return { intent: this.#succeed(intent), isDelivered: true };
      case "succeed-undelivered":
        return { intent: this.#succeed(intent), isDelivered: false };
    }
  }

  /** Applies the shopper's decision on the bank's or Klarna's page. Returns the address to redirect to, if there is one. */
  authorize(id: string, approved: boolean): string | undefined {
    const intent = this.intent(id);
    if (intent.status !== "requires_action") throw wrongState(intent, "authorize");
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

  /** Ends the processing of a payment, which arrives or fails. */
  finish(id: string, arrived: boolean): void {
    const intent = this.intent(id);
    if (intent.status !== "processing") throw wrongState(intent, "finish");
    if (arrived) this.#succeed(intent);
    else this.#decline(intent, { code: "card_declined", message: "Your card was declined." });
  }

  /** Stores receipt address and recipient; real Stripe also accepts other parameters. */
  update(id: string, params: Params): FakeIntent {
    allowOnly(params, ["receipt_email", "shipping"]);
    const intent = this.intent(id);
    if (intent.status === "canceled" || intent.status === "succeeded") throw wrongState(intent, "update");
    return Object.assign(intent, params);
  }

  cancel(id: string, params: Params): FakeIntent {
    allowOnly(params, []);
    const intent = this.intent(id);
    if (!["requires_payment_method", "requires_action"].includes(intent.status)) throw wrongState(intent, "cancel");
    Object.assign(intent, { status: "canceled", canceled_at: seconds(), next_action: null });
    this.#emit("payment_intent.canceled", intent);
    return intent;
  }

  refund(params: Params): FakeRefund {
    allowOnly(params, ["payment_intent", "amount", "metadata"]);
    const intent = this.intent(String(params["payment_intent"]));
    const { latest_charge: charge } = intent;
    if (!charge) throw invalid("This PaymentIntent does not have a successful charge to refund.");
    const behavior = refundCards[this.#cards.get(intent.id) ?? ""];
    const isHeld = this.disputes.some((each) => each.payment_intent === intent.id && !each.is_charge_refundable);
    if (isHeld) throw invalid("The charge is disputed.", { code: "charge_disputed" });
    if (behavior === "refused") throw invalid("There is no money to refund.", { code: "insufficient_funds" });
    const left = intent.amount_received - this.#refunded(intent.id);
    if (left === 0) throw invalid("The charge has already been refunded.", { code: "charge_already_refunded" });
    const amount = params["amount"] === undefined ? left : integerParam(params, "amount");
    if (amount <= 0 || amount > left)
      throw invalid(`Refund amount (${amount}) is greater than unrefunded amount (${left}).`);

    const refund: FakeRefund = {
      id: randomId("re"),
      object: "refund",
      amount,
      currency: "usd",
      payment_intent: intent.id,
      charge,
      status: behavior === "pending-first" ? "pending" : "succeeded",
      metadata: (params["metadata"] ?? {}) as Params,
      created: seconds(),
    };
    this.refunds.unshift(refund);
    this.#emit("charge.refunded", {
      id: charge,
      object: "charge",
      amount: intent.amount,
      payment_intent: intent.id,
      amount_refunded: this.#refunded(intent.id),
    });
    return refund;
  }

  /** Settles refunds like Stripe does later: pending ones succeed, and those of the test card that fails late fail. */
  settleRefunds(): void {
    for (const refund of this.refunds) {
      const behavior = refundCards[this.#cards.get(refund.payment_intent) ?? ""];
      const isPending = refund.status === "pending";
      if (!isPending && (behavior !== "fails-late" || refund.status === "failed")) continue;
      Object.assign(refund, isPending ? { status: "succeeded" } : LATE_FAILURE);
      this.#emit(isPending ? "refund.updated" : "refund.failed", refund);
    }
  }

  /**
   * Opens a dispute, in which the bank takes back a shopper's payment (chargeback), or an inquiry, which takes no money; with
   * `closed` also ends it. A dispute that exists only ends, or is opened again.
   */
  dispute(
    id: string,
    reason = "fraudulent",
    closed?: "lost" | "won",
    { amount, isInquiry = false }: DisputeOptions = {},
  ): void {
    const intent = this.intent(id);
    const known = this.disputes.find((dispute) => dispute.payment_intent === id);
    const dispute = known ?? newDispute(intent, reason, amount ?? intent.amount, isInquiry);
    if (!known) {
      this.disputes.unshift(dispute);
      this.#emit("charge.dispute.created", dispute);
      if (!isInquiry) this.#moveDisputed(dispute, -dispute.amount);
    }
    if (!closed) return;
    const back = -dispute.balance_transactions.reduce((sum, each) => sum + each.amount, 0);
    if (closed === "won" && back > 0) this.#moveDisputed(dispute, back);
    if (closed === "lost" && back === 0) this.#moveDisputed(dispute, -dispute.amount);
    Object.assign(dispute, {
      status: closed === "won" && isInquiry ? "warning_closed" : closed,
      is_charge_refundable: closed === "won",
    });
    this.#emit("charge.dispute.closed", dispute);
  }

  /** Sends the merchant's answer to the bank, which takes time to decide. */
  answerDispute(id: string): void {
    const dispute = this.disputes.find(({ payment_intent }) => payment_intent === id);
    if (!dispute) throw missing("dispute", id);
    dispute.status = dispute.status.replace("needs_response", "under_review");
    this.#emit("charge.dispute.updated", dispute);
  }

  /** Disputes of all payments, newest first. */
  readonly disputes: FakeDispute[] = [];

  #moveDisputed(dispute: FakeDispute, amount: number): void {
    dispute.balance_transactions.push({ id: randomId("txn"), amount, currency: dispute.currency });
    this.#emit(amount < 0 ? "charge.dispute.funds_withdrawn" : "charge.dispute.funds_reinstated", dispute);
  }

  #refunded = (id: string): number =>
    this.refunds
      .filter(({ payment_intent, status }) => payment_intent === id && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);

  #succeed(intent: FakeIntent): FakeIntent {
    const done = { status: "succeeded", amount_received: intent.amount, latest_charge: randomId("ch") };
    Object.assign(intent, { ...done, last_payment_error: null, next_action: null });
    this.#emit("payment_intent.succeeded", intent);
    return intent;
  }

  #decline(intent: FakeIntent, error: CardDecline): void {
    Object.assign(intent, { status: "requires_payment_method", last_payment_error: error, next_action: null });
    this.#emit("payment_intent.payment_failed", intent);
  }

  #requireAction(intent: FakeIntent, type: "use_stripe_sdk" | "redirect_to_url"): FakeIntent {
    Object.assign(intent, { status: "requires_action", next_action: { type } });
    this.#emit("payment_intent.requires_action", intent);
    return intent;
  }

  #emit(type: string, object: object): void {
    this.events.push({
      id: randomId("evt"),
      object: "event",
      api_version: FAKE_API_VERSION,
      type,
      created: seconds(),
      livemode: false,
      data: { object: structuredClone(object) as Record<string, unknown> },
    });
  }
}

interface DisputeOptions {
  /** Disputed amount in cents; unset for the whole payment. */
  amount?: number;
  isInquiry?: boolean;
}

const newDispute = (
  { id, latest_charge: charge, currency }: FakeIntent,
  reason: string,
  amount: number,
  isInquiry: boolean,
): FakeDispute => ({
  id: randomId("du"),
  object: "dispute",
  amount,
  currency,
  charge,
  payment_intent: id,
  reason,
  status: isInquiry ? "warning_needs_response" : "needs_response",
  is_charge_refundable: isInquiry,
  balance_transactions: [],
  evidence_details: { due_by: seconds() + 7 * 86400, has_evidence: false },
  created: seconds(),
});

const LATE_FAILURE = { status: "failed", failure_reason: "lost_or_stolen_card" };

const seconds = (): number => Math.floor(Date.now() / 1000);
