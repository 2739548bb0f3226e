import { dollars } from "~/shop/money";
import { createIntent, placeOrder } from "~/shop/orders/orders.client";
import { confirmPayment } from "~/shop/payments/confirm-payment";
import type { CardEntry, PaymentProvider } from "~/shop/payments/provider";
import { attemptStore } from "./attempt-store";
import type { Command, Payment, Purchase, PurchaseEvent } from "./purchase";
import { billingOf, customerOf } from "./checkout-fields";

type CommandOf<Name extends Command["do"]> = Extract<Command, { do: Name }>;

const paymentFailed = (failure: unknown): PurchaseEvent => ({
  type: "payment-failed",
  failure,
  payment: attemptStore.read()?.payment ?? null,
});

/** Requests the payment for a purchase. */
export const intentOf = ({ purchase }: CommandOf<"create-intent">, draftKey: string): Promise<PurchaseEvent> =>
  requestPayment(purchase, draftKey).then(
    (payment): PurchaseEvent => ({ type: "intent-created", purchase, payment }),
    paymentFailed,
  );

/** Confirms the payment at the provider. */
export async function confirmed(
  { purchase, payment }: CommandOf<"confirm-payment">,
  provider: PaymentProvider | null,
  entry: CardEntry | null,
): Promise<PurchaseEvent> {
  try {
    const { method, fields } = purchase;
    const { clientSecret } = payment;
    const outcome = await confirmPayment(provider, entry, { method, clientSecret, billing: billingOf(fields) });
    return { type: "confirmed", purchase, payment, outcome };
  } catch (failure) {
    return paymentFailed(failure);
  }
}

async function requestPayment(purchase: Purchase, draftKey: string): Promise<Payment> {
  const { fields, method, lines, summary, discountCode, byCards } = purchase;
  const { clientSecret, paymentIntentId } = await createIntent({
    amount: summary.total,
    currency: "usd",
    paymentMethod: method,
    items: lines.map(({ product, size, color, quantity, price, isPresent }) => ({
      product,
      size,
      color,
      quantity,
      price: dollars(price),
      ...(isPresent && { present: true }),
    })),
    customer: customerOf(fields),
    discountCode,
    ...(byCards.codes.length > 0 && { giftCards: byCards.codes, due: byCards.rest }),
    draftKey,
  });
  return { id: paymentIntentId, clientSecret, arrived: false };
}

/** Creates the order of a confirmed payment. */
export async function placed({ purchase, payment, turn }: CommandOf<"place-order">): Promise<PurchaseEvent> {
  const { fields, method, draft } = purchase;
  const paymentDetails = { paymentIntentId: payment.id, clientSecret: payment.clientSecret, method };
  try {
    const order = await placeOrder({
      customer: { ...customerOf(fields), paymentDetails },
      orderDetails: draft,
      isPaid: true,
    });
    return { type: "order-placed", purchase, order };
  } catch (failure) {
    return { type: "order-failed", purchase, payment, turn, failure };
  }
}
