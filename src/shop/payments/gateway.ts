import { z } from "zod";
import { type Cents, cents } from "~/shop/money";

/** How a shopper pays. */
export const PaymentMethod = z.enum(["Credit Card", "Klarna"]);
export type PaymentMethod = z.infer<typeof PaymentMethod>;

/** Bounds of one payment, in cents: less costs more than it brings, more it cannot write. Stripe's bounds for US dollars. */
export const leastPayment = cents(50);
export const mostPayment = cents(999_999_99);

/** A request for money, as the gateway knows it now. */
export interface PaymentRequest {
  /** The gateway's own id. */
  id: string;
  /** Secret with which one browser confirms this one payment. */
  clientSecret: string;
  amount: Cents;
  currency: string;
  status: "open" | "needs-confirmation" | "processing" | "received" | "cancelled";
  /** Whether somebody has tried to pay it, and be it in vain. */
  wasTried: boolean;
  /** Whether it moves real money; unset where nothing is due. */
  isLive?: boolean;
  /** The gateway has written its id into the payment's row itself. */
  isNoted?: boolean;
}

/** Functions of a gateway. All of them are idempotent. */
export interface PaymentProcessor {
  /** Requests `amount` cents of US dollars, once for a `key`. */
  request(amount: Cents, method: PaymentMethod, key: string): Promise<PaymentRequest>;

  /** The request as it is now, or nothing when there is none by this id. */
  find(requestId: string): Promise<PaymentRequest | undefined>;

  /** Cancels it unless the money has arrived or is on its way already: the status returned says which. */
  cancel(requestId: string): Promise<PaymentRequest | undefined>;

  /** Refunds, in cents, once for a `key`. While no answer comes nobody knows whether it was done: asking again says so. */
  refund(requestId: string, amount: Cents, key: string): Promise<RefundAnswer>;
}

/**
 * Stripe, or the sandbox when no key is set. All its calls are refused with `gateway-unavailable` when it cannot be reached or
 * fails.
 */
export interface PaymentGateway extends PaymentProcessor {
  readonly name: "stripe" | "sandbox";
  /** Whether its requests move real money. */
  readonly isLive: boolean;
  /** Settings with which the browser loads the provider: its script and its publishable key. */
  readonly browser: { script: string; publishableKey: string };
  /** All refunds of a request, whoever requested them; only a gateway at which others can refund knows more than we do. */
  refunds?(requestId: string): Promise<GatewayRefund[]>;
  /**
   * Verifies and parses a request to the webhook. Nothing when its event does not concern the shop; missing when the gateway
   * sends no webhooks.
   *
   * @throws {Refusal} `signature-invalid` unless the gateway signed it, just now.
   */
  readWebhook?: ((body: string, signature: string) => Promise<GatewayEvent | undefined>) | undefined;
}

/** The gateway's answer to a refund: taken on, still being decided, or refused; `code` is the gateway's own. */
export type RefundAnswer = { state: "done" | "pending"; id: string } | { state: "failed"; id?: string; code: string };

/** A refund, as the gateway knows it. */
export interface GatewayRefund {
  id: string;
  /** The idempotency key it was requested with; unset when others requested it. */
  key: string | undefined;
  amount: Cents;
  /** Done once the gateway has taken it on; that may still turn into a failure days later. */
  state: RefundAnswer["state"];
  /** Why it failed, by the gateway's code. */
  code?: string;
}

/**
 * An event of the gateway's webhook about one of its payment requests. The same `id` may come many times, and in any order.
 * `type` is the gateway's own name of it, for the record only: `kind` decides.
 */
export type GatewayEvent = { id: string; type: string; requestId: string } & (
  | { kind: "payment-changed" }
  | { kind: "payment-failed"; reason: string | undefined }
  | { kind: "refund-changed" }
  | { kind: "dispute-opened"; dispute: Dispute }
);

export type GatewayEventOf<Kind extends GatewayEvent["kind"]> = Extract<GatewayEvent, { kind: Kind }>;

/** A payment that the shopper's bank takes back (a chargeback) unless the merchant's answer convinces it. */
export interface Dispute {
  /** The gateway's own id. */
  id: string;
  reason: string;
  amount: Cents;
  /** Until when the bank accepts an answer, as an ISO date; unset when it accepts none. */
  answerBy: string | undefined;
}

/** Result of a confirmation in the browser, once every step that the provider asks for is done. */
export type ConfirmationOutcome =
  { status: "succeeded" } | { status: "processing" } | { status: "declined"; message: string };

/** The request that a client secret belongs to: it begins with the request's id. */
export const requestIdIn = (clientSecret: string): string => clientSecret.split("_secret_", 1)[0] ?? "";

/**
 * Stands in for a gateway where an order comes to nothing, such as one that a gift code covers: nothing is due, all of it is
 * there, until the order is cancelled.
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

/** Where a payment that is made elsewhere leads back to, and nowhere else. */
const RETURN_PATH = "/order-success";

/**
 * Whether a return address is one of this shop's, as a browser would read it; `origins` are those that it is reached at. What
 * a gateway is to lead back to comes from outside.
 */
export function isReturnAddress(text: string, origins: string[]): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password, pathname } = new URL(text);
  const isOwn = origins.some((origin) => URL.canParse(origin) && new URL(origin).host === host);
  return isOwn && /^https?:$/.test(protocol) && username + password === "" && pathname === RETURN_PATH;
}

/** The address that a payment made elsewhere leads back to, with what the gateway adds to it. Stripe's names. */
export function returnAddress(request: { id: string; clientSecret: string }, succeeded: boolean): string {
  const query = new URLSearchParams({
    payment_intent: request.id,
    payment_intent_client_secret: request.clientSecret,
    redirect_status: succeeded ? "succeeded" : "failed",
  });
  return `${RETURN_PATH}?${query}`;
}
