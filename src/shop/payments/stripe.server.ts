import { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { GatewayRefund, PaymentGateway, PaymentMethod, PaymentRequest } from "./gateway";
import { gatewayEventOf } from "./stripe-events";

/** The shop's account at Stripe, as the process settings name it. */
export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  /** What Stripe signs its messages with; without it none is believed, and the reconciliation job finds what they would have told. */
  webhookSecret?: string | undefined;
  /** Where its API is asked, for tests; unset means Stripe's own address. */
  apiBase?: string | undefined;
  /** How long one try may take, in milliseconds. */
  patience?: number;
}

/** The API this file was written for. It changes here and with the library, never by a setting of the account. */
const API_VERSION = "2026-10-28.endive";
/** Stripe.js of the same release, from Stripe's own host as it asks for. */
const SCRIPT = "https://js.stripe.com/endive/stripe.js";
/** How far the moment at which a message was signed may lie from ours, in seconds, before and after. */
const TOLERANCE = 300;
/** How often a fault that Stripe only repeats is got past. */
const TURNS = 5;

const methods: Record<PaymentMethod, "card" | "klarna"> = { "Credit Card": "card", Klarna: "klarna" };

/** Stripe takes the money. Of its API only payment intents and refunds are used, so a restricted key is enough. */
export function stripeGateway(account: StripeAccount): PaymentGateway {
  const { secretKey, publishableKey, webhookSecret, apiBase, patience = 10_000 } = account;
  const stripe = new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: patience,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && addressed(apiBase)),
  });

  const find = (requestId: string): Promise<PaymentRequest | undefined> =>
    said(stripe.paymentIntents.retrieve(requestId).then(requestOf, absent));

  const refunds = async (requestId: string): Promise<GatewayRefund[]> => {
    const { data } = await said(stripe.refunds.list({ payment_intent: requestId, limit: 100 }));
    return data.map(refundOf);
  };

  return {
    name: "stripe",
    browser: { script: SCRIPT, publishableKey },
    find,
    refunds,

    async request(amount, method, key) {
      const type = methods[method];
      const wanted = { amount, currency: "usd", allowed_payment_method_types: [type], metadata: { payment: key } };
      const intent = await said(
        once(key, (idempotencyKey) => stripe.paymentIntents.create(wanted, { idempotencyKey })),
      );
      // Stripe leaves out what the account cannot take, and says nothing.
      if (!intent.payment_method_types.includes(type)) {
        log.error({ type, request: intent.id }, "this way to pay is not switched on in the Stripe account");
        throw new Refusal("gateway-unavailable");
      }
      // An answer that is repeated is as old as the first one.
      return (isRepeated(intent.lastResponse) ? await find(intent.id) : undefined) ?? requestOf(intent);
    },

    cancel: (requestId) =>
      said(
        stripe.paymentIntents.cancel(requestId).then(requestOf, (error: unknown) => {
          // It is cancelled already, or has gone too far: which of them, it says itself.
          if (codeOf(error) === "payment_intent_unexpected_state") return find(requestId);
          return absent(error);
        }),
      ),

    async refund(requestId, amount, key) {
      const wanted = { payment_intent: requestId, amount, metadata: { refund: key } };
      const made = await once(key, async (idempotencyKey) => {
        // Stripe forgets keys after a day; a refund itself is never forgotten.
        const known = (await refunds(requestId)).find((refund) => refund.key === key);
        return known ?? refundOf(await stripe.refunds.create(wanted, { idempotencyKey }));
      }).catch(inOurWords);
      if (made.state === "failed") {
        log.error({ request: requestId, refund: made.id }, "a refund failed at Stripe: somebody has to look at it");
        throw new Refusal("gateway-unavailable");
      }
      return { id: made.id };
    },

    ...(webhookSecret && {
      hear: async (body: string, signature: string) => {
        const event = await stripe.webhooks
          .constructEventAsync(body, signature, webhookSecret, TOLERANCE)
          .catch(() => Promise.reject(new Refusal("signature-invalid")));
        // Stripe's client only refuses what is too old: a message dated ahead could be replayed until then.
        if (isDatedAhead(signature)) throw new Refusal("signature-invalid");
        return gatewayEventOf(event);
      },
    }),
  };
}

/** Whether any moment that a signature names lies further ahead than clocks differ. */
const isDatedAhead = (signature: string): boolean =>
  signature.split(",").some((part) => {
    const [name, value] = part.split("=");
    return name?.trim() === "t" && !(Number(value) <= Date.now() / 1000 + TOLERANCE);
  });

function addressed(apiBase: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiBase);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}

const statuses: Record<string, PaymentRequest["status"]> = {
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "needs-confirmation",
  processing: "processing",
  succeeded: "received",
  canceled: "cancelled",
};

function requestOf(intent: Stripe.PaymentIntent): PaymentRequest {
  const { id, client_secret, amount, amount_received, currency, status, last_payment_error: error } = intent;
  if (client_secret === null) throw new Error("Stripe tells no client secret: the key may not be allowed to see it.");
  const hasArrived = status === "succeeded";
  return {
    id,
    currency,
    clientSecret: client_secret,
    amount: cents(hasArrived ? amount_received : amount),
    status: statuses[status] ?? "processing",
    wasTried: Boolean(error),
  };
}

const refundOf = ({ id, amount, status, metadata }: Stripe.Refund): GatewayRefund => ({
  id,
  key: metadata?.["refund"],
  amount: cents(amount),
  state: status === "failed" || status === "canceled" ? "failed" : "done",
});

/**
 * Asks under a key that makes it happen once. For a day Stripe repeats its first answer to a key, a fault included; such a
 * fault tells nothing new, so it is asked for under the next key that follows from the first.
 */
const once = <T>(key: string, ask: (idempotencyKey: string) => Promise<T>, turn = 0): Promise<T> =>
  ask(turn === 0 ? key : `${key}-${turn}`).catch((error: unknown) => {
    if (turn < TURNS && isRepeatedFault(error)) return once(key, ask, turn + 1);
    throw error;
  });

const isRepeated = ({ headers }: { headers?: Record<string, string> }): boolean =>
  headers?.["idempotent-replayed"] === "true";

const isRepeatedFault = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeError && (error.statusCode ?? 0) >= 500 && isRepeated(error);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Stripe.errors.StripeError ? error.code : undefined;

function absent(error: unknown): undefined {
  if (codeOf(error) !== "resource_missing") throw error;
}

const said = <T>(asked: Promise<T>): Promise<T> => asked.catch(inOurWords);

/** Whatever keeps Stripe from answering is one refusal for the shopper; what only the merchant can put right is logged as an error. */
function inOurWords(error: unknown): never {
  const { errors } = Stripe;
  if (!(error instanceof errors.StripeError)) throw error;
  const { type, code, statusCode, requestId } = error;
  if (error instanceof errors.StripeIdempotencyError && statusCode === 400)
    throw new Error("A key was used for two different requests.", { cause: error });

  const passes = error instanceof errors.StripeConnectionError || (statusCode ?? 500) >= 500 || statusCode === 429;
  log[passes ? "warn" : "error"]({ type, code, status: statusCode, request: requestId }, "Stripe did not do it");
  throw new Refusal("gateway-unavailable");
}
