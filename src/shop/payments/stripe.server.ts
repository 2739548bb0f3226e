import { Stripe } from "stripe";
import type { PaymentGateway } from "./gateway";
import { cancelIntent, createIntent, findIntent } from "./stripe-intents.server";
import { createRefund, listRefunds } from "./stripe-refunds.server";
import { readStripeWebhook } from "./stripe-webhook.server";

/** The shop's account at Stripe, as the process settings name it. */
export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  /**
   * Secret with which Stripe signs its webhooks; without it none is accepted, and the reconciliation job finds what they would have
   * reported.
   */
  webhookSecret?: string | undefined;
  /** The address of its API, for tests; unset means Stripe's own. */
  apiBase?: string | undefined;
  /** The timeout of one try, in milliseconds. */
  patience?: number;
}

/** The API version this adapter was written for. It changes here and with the library, never by a setting of the account. */
const API_VERSION = "2026-10-28.endive";
/** Stripe.js of the same release, from Stripe's own host as it asks for. */
const SCRIPT = "https://js.stripe.com/endive/stripe.js";

/** Stripe takes the money. Of its API only payment intents and refunds are used, so a restricted key is enough. */
export function stripeGateway(account: StripeAccount): PaymentGateway {
  const { publishableKey, secretKey, webhookSecret } = account;
  const stripe = clientOf(account);
  return {
    name: "stripe",
    isLive: !/^[sr]k_test_/.test(secretKey),
    browser: { script: SCRIPT, publishableKey },
    request: (amount, method, key) => createIntent(stripe, amount, method, key),
    find: (requestId) => findIntent(stripe, requestId),
    cancel: (requestId) => cancelIntent(stripe, requestId),
    refund: (requestId, amount, key) => createRefund(stripe, requestId, amount, key),
    refunds: (requestId) => listRefunds(stripe, requestId),
    readWebhook: webhookSecret
      ? (body, signature) => readStripeWebhook(stripe, webhookSecret, body, signature)
      : undefined,
  };
}

const clientOf = ({ secretKey, apiBase, patience = 10_000 }: StripeAccount): Stripe =>
  new Stripe(secretKey, {
    apiVersion: API_VERSION,
    timeout: patience,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  });

function addressOf(apiBase: string): Pick<Stripe.StripeConfig, "host" | "port" | "protocol"> {
  const { hostname, port, protocol } = new URL(apiBase);
  return { host: hostname, port, protocol: protocol === "http:" ? "http" : "https" };
}
