import { z } from "zod";
import { type Cents, cents } from "~/shop/money";
import type { BalanceBooks } from "./balance";
import type { TaxService } from "~/shop/tax/tax-service";

/** Payment methods. */
export const PaymentMethod = z.enum(["Credit Card", "Klarna"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Limits of one payment in cents, by Stripe's rules for US dollars. */
export const leastPayment = cents(50);
export const mostPayment = cents(999_999_99);

/** A payment request in its current state at the gateway. */
export interface PaymentRequest {
  /** The gateway's own id. */
  id: string;
  /** Secret with which one browser confirms this payment. */
  clientSecret: string;
  amount: Cents;
  currency: string;
  status: "open" | "needs-confirmation" | "processing" | "received" | "cancelled";
  /** Whether anybody has tried to pay it, also without success. */
  wasTried: boolean;
  /** Whether the payment is in real money; unset where nothing is due. */
  isLive?: boolean;
  /** The gateway has written its id into the payment's row itself. */
  isNoted?: boolean;
  /** Card that was charged; set once the payment has succeeded, if the gateway reports it. */
  card?: PaidCard;
}

/** A payment request in a list of the gateway. */
export interface ListedRequest extends Pick<PaymentRequest, "id" | "amount" | "currency" | "status"> {
  /** Time when the request was made. */
  at: Date;
  /** Key that it was made with; unset for one that others made. */
  key: string | undefined;
}

/** A card as its owner knows it again: its brand by the gateway's name, such as `visa`, and the last four digits of its number. */
export interface PaidCard {
  brand: string;
  lastFour: string;
}

/** Calls of a gateway, all idempotent. */
export interface PaymentProcessor {
  /** Requests `amount` cents of US dollars, once for a `key`. */
  request(amount: Cents, method: PaymentMethod, key: string): Promise<PaymentRequest>;

  /** Current state of a request; undefined for an unknown id. */
  find(requestId: string): Promise<PaymentRequest | undefined>;

  /** Cancels a request unless the money has arrived or is on its way: see the returned status. */
  cancel(requestId: string): Promise<PaymentRequest | undefined>;

  /** Refunds, in cents, once per `key`. Without an answer the result is unknown: repeating the call returns it. */
  refund(requestId: string, amount: Cents, key: string): Promise<RefundAnswer>;
}

/** Stripe, or the sandbox without keys. Calls are refused with `gateway-unavailable` when it is unreachable or fails. */
export interface PaymentGateway extends PaymentProcessor {
  readonly name: "stripe" | "sandbox";
  /** Whether the gateway takes real money. */
  readonly isLive: boolean;
  /** Data with which the browser loads the provider: script and publishable key. */
  readonly browser: { script: string; publishableKey: string };
  /** Requests that were made since a moment, by anybody, newest first. */
  requestsSince(at: Date): Promise<ListedRequest[]>;
  /** All refunds of a request, by anybody; only needed for gateways where others can refund. */
  refunds?(requestId: string): Promise<GatewayRefund[]>;
  /** Its books about its balance, and what it pays out; missing for a gateway without any. */
  readonly books?: BalanceBooks;
  /** Its service for sales tax; missing for a gateway without one. */
  readonly taxService?: TaxService;
  /**
   * Verifies and parses a webhook request. Undefined for an event that does not concern the shop; the method is missing for gateways
   * without webhooks.
   *
   * @throws {Refusal} `signature-invalid` unless the gateway signed it, just now.
   */
  readWebhook?: ((body: string, signature: string) => Promise<GatewayEvent | undefined>) | undefined;
}

/** Answer to a refund: accepted, pending, or refused with the gateway's `code`. */
export type RefundAnswer = { state: "done" | "pending"; id: string } | { state: "failed"; id?: string; code: string };

/** A refund at the gateway. */
export interface GatewayRefund {
  id: string;
  /** Its idempotency key; unset when requested by others. */
  key: string | undefined;
  amount: Cents;
  /** Done once accepted by the gateway; it may still fail days later. */
  state: RefundAnswer["state"];
  /** The gateway's code of its failure. */
  code?: string;
}

/**
 * Webhook event about a payment request. The same `id` may come repeatedly and in any order. `type` is the gateway's name, for the record
 * only: `kind` decides.
 */
export type GatewayEvent = { id: string; type: string; requestId: string } & (
  | { kind: "payment-changed" }
  | { kind: "payment-failed"; reason: string | undefined }
  | { kind: "refund-changed" }
  | { kind: "dispute-opened"; dispute: Dispute }
  /** The bank decided for the shopper: the money is gone. */
  | { kind: "dispute-lost"; dispute: Dispute }
  /** The bank decided for the shop, or only asked: the money stays. */
  | { kind: "dispute-won"; dispute: Dispute }
);

export type GatewayEventOf<Kind extends GatewayEvent["kind"]> = Extract<GatewayEvent, { kind: Kind }>;

/** A payment that the shopper's bank takes back (chargeback) unless the merchant's answer convinces it. */
export interface Dispute {
  /** The gateway's own id. */
  id: string;
  reason: string;
  amount: Cents;
  /** Deadline of the answer as ISO date; unset when none is accepted. */
  answerBy: string | undefined;
}

/** Result of a confirmation in the browser, after all steps of the provider. */
export type ConfirmationOutcome =
  { status: "succeeded" } | { status: "processing" } | { status: "declined"; message: string };

/** Request id at the beginning of a client secret. */
export const requestIdIn = (clientSecret: string): string => clientSecret.split("_secret_", 1)[0] ?? "";

/**
 * Stand-in gateway for orders with nothing to pay, such as those covered by a gift code: counts as received until the order is cancelled.
 */
export function nothingDue({ isAbandoned }: { isAbandoned: boolean }): PaymentProcessor {
  const request = (id: string, status: PaymentRequest["status"]): PaymentRequest => ({
    id,
    status,
    clientSecret: `${id}_secret_none`,
    amount: cents(0),
    currency: "usd",
    wasTried: false,
  });
  const find = async (id: string) => request(id, isAbandoned ? "cancelled" : "received");
  return {
    find,
    request: (_amount, _method, key) => find(`free_${key}`),
    cancel: async (id) => request(id, "cancelled"),
    refund: async (id) => ({ state: "done", id }),
  };
}

/** The only path to which payments on other sites return. */
const RETURN_PATH = "/order-success";

/** Whether a return address belongs to this shop, as a browser parses it; `origins` are the shop's. The address comes from the client. */
export function isReturnAddress(text: string, origins: string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password, pathname } = new URL(text);
  const isOwn = origins.some((origin) => URL.canParse(origin) && new URL(origin).host === host);
  return isOwn && /^https?:$/.test(protocol) && username + password === "" && pathname === RETURN_PATH;
}

/** Return address of a payment on another site, with the parameters that Stripe adds. */
export function returnAddress(request: { id: string; clientSecret: string }, succeeded: boolean): string {
  const query = new URLSearchParams({
    payment_intent: request.id,
    payment_intent_client_secret: request.clientSecret,
    redirect_status: succeeded ? "succeeded" : "failed",
  });
  return `${RETURN_PATH}?${query}`;
}
