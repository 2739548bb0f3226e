import { Stripe } from "stripe";
import type { PaymentGateway } from "./gateway";
import { stripeBooks } from "./stripe-books.server";
import { listDisputedIntents, listDisputes } from "./stripe-disputes.server";
import { cancelIntent, createIntent, describeIntent, findIntent, listIntents } from "./stripe-intents.server";
import { createRefund, listRefunds } from "./stripe-refunds.server";
import { stripeTaxService } from "./stripe-tax.server";
import { readStripeWebhook } from "./stripe-webhook.server";

/** Stripe account, from the environment. */
export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  /**
   * Secret with which Stripe signs webhooks. Without it all webhooks are refused, and the reconciliation job polls Stripe
   * instead.
   */
  webhookSecret?: string | undefined;
  /** Address of the API, for tests; unset for Stripe's own. */
  apiBase?: string | undefined;
  /** Time-out of each try, in milliseconds. */
  patience?: number;
}

/** API version of this adapter. To be changed only together with the library. */
const API_VERSION = "2026-10-28.endive";
/** Stripe.js of the same release; Stripe requires that it is loaded from this host. */
const SCRIPT = "https://js.stripe.com/endive/stripe.js";

/**
 * Gateway that uses Stripe. It needs only payment intents, refunds, disputes, the balance with its payouts and, if enabled, tax, so that a
 * restricted key suffices.
 */
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
    noteRecipient: (requestId, recipient) => describeIntent(stripe, requestId, recipient),
    requestsSince: (at) => listIntents(stripe, at),
    refund: (requestId, amount, key) => createRefund(stripe, requestId, amount, key),
    refunds: (requestId) => listRefunds(stripe, requestId),
    disputes: (requestId) => listDisputes(stripe, requestId),
    disputedSince: (at) => listDisputedIntents(stripe, at),
    books: stripeBooks(stripe),
    taxService: stripeTaxService(stripe),
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
