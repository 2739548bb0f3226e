import { z } from "zod";
import { type Cents, cents } from "~/shop/money";
import type { BalanceBooks } from "./balance";
import type { DisputedMoney } from "./refundable";
import type { TaxService } from "~/shop/tax/tax-service";

/** Ways to pay that a shopper can choose. */
export const PaymentMethod = z.enum(["Credit Card", "Klarna"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Minimum and maximum of one payment in cents, by Stripe's rules for US dollars. */
export const leastPayment = cents(50);
export const mostPayment = cents(999_999_99);
/** Minimum of one payment by Klarna in cents. */
const leastByKlarna = cents(1_00);

/** Minimum of one payment by a method, in cents. */
export const leastPaymentBy = (method: PaymentMethod): Cents => (method === "Klarna" ? leastByKlarna : leastPayment);

/** A payment request in its current state at the gateway. */
export interface PaymentRequest {
  /** Id assigned by the gateway. */
  id: string;
  /** Secret that authorizes one browser to confirm this payment. */
  clientSecret: string;
  amount: Cents;
  currency: string;
  status: "open" | "needs-confirmation" | "processing" | "received" | "cancelled";
  /** Whether an attempt to pay was made, even a failed one. */
  wasTried: boolean;
  /** Whether the payment is in real money; unset where nothing is due. */
  isLive?: boolean;
  /** True if the gateway has already stored its id in the payment's row. */
  isNoted?: boolean;
  /** Card that was charged; set once the payment has succeeded, if the gateway reports it. */
  card?: PaidCard;
  /** Text that the gateway gives each card number, by which two payments of one card are known. Stored hashed only. */
  cardFingerprint?: string;
}

/** Person who gets what a payment buys, and the address. */
export interface Recipient {
  name: string;
  email: string;
  phone: string;
  address: { line1: string; city: string; state: string; postal_code: string };
}

/** A payment request in the gateway's list of requests. */
export interface ListedRequest extends Pick<PaymentRequest, "id" | "amount" | "currency" | "status"> {
  /** Time when the request was made. */
  at: Date;
  /** Idempotency key of the request; unset for requests made by other programs. */
  key: string | undefined;
}

/** A charged card, as shown to its owner: its brand by the gateway's code, such as `visa`, and the last four digits. */
export interface PaidCard {
  brand: string;
  lastFour: string;
}

/** Operations of a gateway, all idempotent. */
export interface PaymentProcessor {
  /** Requests a payment of `amount` cents of US dollars; repeating it with the same `key` returns the same request. */
  request(amount: Cents, method: PaymentMethod, key: string): Promise<PaymentRequest>;

  /** Current state of a request; undefined for an unknown id. */
  find(requestId: string): Promise<PaymentRequest | undefined>;

  /** Cancels a request unless its money has arrived or is on its way; the returned status says which. */
  cancel(requestId: string): Promise<PaymentRequest | undefined>;

  /**
   * Refunds `amount` cents of a payment, once per `key`. If an error leaves the result unknown, repeating the call returns it.
   */
  refund(requestId: string, amount: Cents, key: string): Promise<RefundAnswer>;
}

/**
 * Stripe, or the sandbox when no keys are configured. All methods throw the refusal `gateway-unavailable` when the gateway is
 * unreachable or fails.
 */
export interface PaymentGateway extends PaymentProcessor {
  readonly name: "stripe" | "sandbox";
  /** Whether the gateway takes real money. */
  readonly isLive: boolean;
  /** Configuration for the browser: the provider's script and the publishable key. */
  readonly browser: { script: string; publishableKey: string };
  /** Stores the recipient at a request that can still be paid; missing for a gateway that has no use for it. */
  noteRecipient?(requestId: string, recipient: Recipient): Promise<void>;
  /** Requests made since a moment, also by other programs, newest first. */
  requestsSince(at: Date): Promise<ListedRequest[]>;
  /** All refunds of a request, also those made elsewhere; missing for gateways where only the shop can refund. */
  refunds?(requestId: string): Promise<GatewayRefund[]>;
  /** All disputes of a request; missing for gateways without disputes. */
  disputes?(requestId: string): Promise<GatewayDispute[]>;
  /** Ids of the requests with disputes that were opened at or after a moment; missing for gateways without disputes. */
  disputedSince?(at: Date): Promise<string[]>;
  /** The gateway's records of its balance and its payouts; missing for a gateway without any. */
  readonly books?: BalanceBooks;
  /** The gateway's sales tax service; missing for a gateway without one. */
  readonly taxService?: TaxService;
  /**
   * Verifies and parses a webhook request. Returns undefined for an event that does not concern the shop; the method is missing
   * for gateways without webhooks.
   *
   * @throws {Refusal} `signature-invalid` unless the gateway signed the request recently.
   */
  readWebhook?: ((body: string, signature: string) => Promise<GatewayEvent | undefined>) | undefined;
}

/** Answer to a refund: accepted, pending, or refused with the gateway's `code`. */
export type RefundAnswer = { state: "done" | "pending"; id: string } | { state: "failed"; id?: string; code: string };

/** A refund at the gateway. */
export interface GatewayRefund {
  id: string;
  /** Idempotency key of the refund; unset for a refund that others requested. */
  key: string | undefined;
  amount: Cents;
  /** `done` once the gateway accepted it; it may still fail days later. */
  state: RefundAnswer["state"];
  /** The gateway's code for the failure. */
  code?: string;
}

/**
 * Webhook event about a payment request. The same `id` may arrive repeatedly and in any order. `type` is the gateway's own name
 * and is only stored; code depends on `kind`.
 */
export type GatewayEvent = { id: string; type: string; requestId: string } & (
  | { kind: "payment-changed" }
  | { kind: "payment-failed"; reason: string | undefined }
  | { kind: "refund-changed" }
  | { kind: "dispute-changed"; told: ToldDispute }
);

export type GatewayEventOf<Kind extends GatewayEvent["kind"]> = Extract<GatewayEvent, { kind: Kind }>;

/** A payment that the shopper's bank takes back (chargeback) unless the merchant's answer convinces it. */
export interface GatewayDispute extends DisputedMoney {
  /** Id assigned by the gateway. */
  id: string;
  reason: string;
  amount: Cents;
  /** Deadline for the merchant's answer; unset when the bank accepts none. */
  answerBy: Date | undefined;
  openedAt: Date;
}

/**
 * A dispute as an event tells it. Only processes of an earlier release, which may run the job of the event during an update,
 * believe it; this release asks the gateway.
 */
export interface ToldDispute {
  id: string;
  reason: string;
  amount: Cents;
  /** Deadline as an ISO date. */
  answerBy: string | undefined;
  outcome: "lost" | "won" | undefined;
}

/** Result of a confirmation in the browser, after all steps that the provider required. */
export type ConfirmationOutcome =
  { status: "succeeded" } | { status: "processing" } | { status: "declined"; message: string };

/** Extracts the request id from the beginning of a client secret. */
export const requestIdIn = (clientSecret: string): string => clientSecret.split("_secret_", 1)[0] ?? "";

/**
 * Stand-in gateway for orders with nothing to pay, such as those covered by a gift code: its payment counts as received until the
 * order is cancelled.
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

/** The only path to which other sites may return after a payment. */
const RETURN_PATH = "/order-success";

/**
 * Whether a return address, parsed like a browser does, is `RETURN_PATH` at the host of one of the shop's `origins`, by
 * http or https and without credentials. Needed because the address comes from the client.
 */
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
