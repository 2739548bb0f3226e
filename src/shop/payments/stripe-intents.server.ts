import type { Stripe } from "stripe";
import { log } from "~/platform/log.server";
import { byName } from "~/platform/by-name";
import { type Cents, cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import type { ListedRequest, PaidCard, PaymentMethod, PaymentRequest, Recipient } from "./gateway";
import { codeOf, ifForbidden, refusing, undefinedIfMissing } from "./stripe-errors.server";
import { idempotent, isReplayed } from "./stripe-retries.server";
import { allOf } from "./stripe-lists.server";

const methods: Record<PaymentMethod, "card" | "klarna"> = { "Credit Card": "card", Klarna: "klarna" };

/**
 * Creates a payment intent with one payment method, once per key.
 *
 * @throws {Refusal} `gateway-unavailable`, also when the account does not support the method.
 */
export async function createIntent(
  stripe: Stripe,
  amount: Cents,
  method: PaymentMethod,
  key: string,
): Promise<PaymentRequest> {
  const type = methods[method];
  const params = { amount, currency: "usd", allowed_payment_method_types: [type], metadata: { payment: key } };
  const intent = await refusing(
    idempotent(key, (idempotencyKey) => stripe.paymentIntents.create(params, { idempotencyKey })),
  );
  // Stripe silently omits methods that the account does not support.
  if (!intent.payment_method_types.includes(type)) {
    log.error({ type, request: intent.id }, "this way to pay is not switched on in the Stripe account");
    throw new Refusal("gateway-unavailable");
  }
  // A replayed response contains the intent's original state, so the current one is fetched.
  return (isReplayed(intent.lastResponse) ? await findIntent(stripe, intent.id) : undefined) ?? requestOf(intent);
}

/**
 * Stores the recipient at a payment intent. A call of its own, because a repeated creation must have the same parameters as the
 * first, and the order's address may have been corrected in between.
 */
export const describeIntent = async (
  stripe: Stripe,
  id: string,
  { name, email, phone, address }: Recipient,
): Promise<void> => {
  const shipping = { name, phone, address: { ...address, country: "US" } };
  await refusing(stripe.paymentIntents.update(id, { receipt_email: email, shipping }));
};

/** Current state of a payment intent; undefined for an unknown id. With a key that may not read charges, the card is missing. */
export const findIntent = (stripe: Stripe, id: string): Promise<PaymentRequest | undefined> =>
  refusing(
    stripe.paymentIntents
      .retrieve(id, { expand: ["latest_charge"] })
      .catch(ifForbidden(() => stripe.paymentIntents.retrieve(id)))
      .then(requestOf, undefinedIfMissing),
  );

/** Cancels a payment intent unless it was or is being paid; returns its state. */
export const cancelIntent = (stripe: Stripe, id: string): Promise<PaymentRequest | undefined> =>
  refusing(
    stripe.paymentIntents.cancel(id).then(requestOf, (error: unknown) => {
      // The intent is already cancelled, or can no longer be cancelled: returns it with its status.
      if (codeOf(error) === "payment_intent_unexpected_state") return findIntent(stripe, id);
      return undefinedIfMissing(error);
    }),
  );

/** Payment intents created since a moment, newest first, from all pages. */
export const listIntents = (stripe: Stripe, since: Date): Promise<ListedRequest[]> =>
  refusing(
    allOf(stripe.paymentIntents.list({ created: { gte: Math.floor(since.getTime() / 1000) }, limit: 100 })),
  ).then((intents) => intents.map(listedOf));

function listedOf({
  id,
  amount,
  amount_received,
  currency,
  status,
  created,
  metadata,
}: Stripe.PaymentIntent): ListedRequest {
  const state = statuses[status] ?? "processing";
  return {
    id,
    currency,
    amount: cents(state === "received" ? amount_received : amount),
    status: state,
    at: new Date(created * 1000),
    key: metadata["payment"],
  };
}

const statuses = byName<PaymentRequest["status"]>({
  requires_payment_method: "open",
  requires_confirmation: "open",
  requires_action: "needs-confirmation",
  processing: "processing",
  succeeded: "received",
  canceled: "cancelled",
});

function requestOf(intent: Stripe.PaymentIntent): PaymentRequest {
  const { id, client_secret, amount, amount_received, currency, status, livemode, last_payment_error: error } = intent;
  if (client_secret === null) throw new Error("Stripe sent no client secret: the key may not be allowed to see it.");
  const hasArrived = status === "succeeded";
  const { card, cardFingerprint } = hasArrived ? cardOf(intent) : {};
  return {
    id,
    currency,
    clientSecret: client_secret,
    amount: cents(hasArrived ? amount_received : amount),
    status: statuses[status] ?? "processing",
    wasTried: Boolean(error),
    isLive: livemode,
    ...(card && { card }),
    ...(cardFingerprint && { cardFingerprint }),
  };
}

/** Card that was charged for an intent, also by a wallet; nothing unless the intent includes its charge. */
function cardOf({ latest_charge: charge }: Stripe.PaymentIntent): { card?: PaidCard; cardFingerprint?: string } {
  if (charge === null || typeof charge === "string") return {};
  const { brand, last4, fingerprint } = charge.payment_method_details?.card ?? {};
  return {
    ...(brand && last4 && { card: { brand, lastFour: last4 } }),
    ...(fingerprint && { cardFingerprint: fingerprint }),
  };
}
