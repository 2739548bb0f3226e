import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import type { Bag, OrderSummary } from "~/shop/bag/bag";
import type { OrderDraft } from "~/shop/bag/order-draft";
import { limits } from "~/shop/limits";
import { dollars } from "~/shop/money";
import { createIntent, placeOrder } from "~/shop/orders/orders.client";
import type { OrderAnswer } from "~/shop/orders/order.wire";
import type { PaymentMethod } from "~/shop/payments/gateway";
import type { CardEntry, PaymentProvider } from "~/shop/payments/provider";
import { Refusal } from "~/shop/refusal";
import type { ChangedPrices, HeldLines, HeldTooMuch, SoldOutLines } from "~/shop/refusal-details";
import { useToast } from "~/ui/toast";
import { attemptStore, currentAttempt, successAddress, type Attempt } from "./attempt-store";
import { forgetBought } from "./bought";
import { billingOf, customerOf, type Fields } from "./shopper";
import type { Steps } from "./steps";

/** Everything that is bought, by whom, and how. */
export interface Purchase {
  fields: Fields;
  steps: Steps;
  method: PaymentMethod;
  lines: Bag;
  summary: OrderSummary;
  draft: OrderDraft;
  discountCode: string | undefined;
}

/** Why the server asks the shopper once more before any money is asked for. */
export type Objection =
  | { kind: "prices"; now: ChangedPrices }
  | { kind: "sold-out"; now: SoldOutLines }
  /** Others hold what is wanted; `now` says how much could be had, and when more. */
  | { kind: "held"; now: HeldLines }
  /** More than is held for one checkout. */
  | { kind: "too-much"; now: HeldTooMuch }
  /** Nothing is wrong with the bag, only it has to wait, in seconds. */
  | { kind: "wait"; words: string; retryAfter: number }
  | { kind: "gone" }
  | { kind: "code"; words: string };

export type Stage =
  /** `declined` is why the last try did not go through. */
  | { at: "ready"; declined?: string }
  | { at: "paying"; purchase: Purchase }
  /** The money has arrived, the order is not yet confirmed: nothing is paid again. `tired` when we stopped asking by ourselves. */
  | { at: "confirming"; purchase: Purchase; tired: boolean }
  | { at: "objected"; objection: Objection }
  | { at: "returned"; words: string }
  | { at: "done"; order: Partial<OrderAnswer>; purchase: Purchase };

const TOAST = limits.timings.checkoutToast;
/** How long we wait before asking again for an order that is paid, in milliseconds. */
const PATIENCE = [1000, 2000, 4000, 8000, 15_000];

/** Paying: asks for the money, has it confirmed, and makes it an order; says whatever comes between. */
export function usePurchase(provider: PaymentProvider | null, providerName: string, card: RefObject<CardEntry | null>) {
  const { info, error } = useToast();
  const navigate = useNavigate();
  const [stage, setStage] = useState<Stage>({ at: "ready" });
  const [isProcessing, setProcessing] = useState(false);
  const isBusy = useRef(false);
  const again = useRef<() => void>(undefined);

  // Money that arrived before the page was left or reloaded is looked after first.
  useEffect(() => {
    const { payment } = attemptStore.read() ?? {};
    if (payment?.arrived) void navigate(successAddress(payment), { replace: true });
  }, [navigate]);

  const stop = useCallback(() => {
    isBusy.current = false;
    setProcessing(false);
  }, []);

  // Back from the provider's page, on a page that the browser had kept.
  useEffect(() => {
    const cameBack = ({ persisted }: PageTransitionEvent) => persisted && stop();
    addEventListener("pageshow", cameBack);
    return () => removeEventListener("pageshow", cameBack);
  }, [stop]);

  function fail(words = "Payment failed. Please try again.") {
    error(words, TOAST);
    setStage({ at: "ready", declined: words });
    stop();
  }

  /** Pays; by card with what was entered, in the card field or in a wallet of the device. */
  async function pay(purchase: Purchase, entry: CardEntry | null = card.current) {
    if (isBusy.current) return;
    if (!provider) return info(`The card payment provider (${providerName}) is still loading. Please wait.`, TOAST);
    const isCard = purchase.method === "Credit Card" && purchase.summary.total > 0;
    if (isCard && !entry?.isEntered()) {
      entry?.isGood();
      return info("Please enter your card details first", TOAST);
    }
    if (isCard && !entry?.isGood()) return error("Value is not valid.", TOAST);

    isBusy.current = true;
    setProcessing(true);
    setStage({ at: "paying", purchase });
    try {
      await charge(purchase, provider, entry);
    } catch (failure) {
      objectOrFail(failure);
    }
  }

  async function charge(purchase: Purchase, { payLater }: PaymentProvider, entry: CardEntry | null) {
    const { fields, method, lines, summary, discountCode } = purchase;
    const { key, at } = currentAttempt();
    const { clientSecret, paymentIntentId } = await createIntent({
      amount: summary.total,
      currency: "usd",
      paymentMethod: method,
      items: lines.map(({ product, size, color, quantity, price }) => ({
        ...{ product, size, color, quantity },
        price: dollars(price),
      })),
      customer: customerOf(fields),
      discountCode,
      draftKey: key,
    });
    const payment = { id: paymentIntentId, clientSecret, arrived: false };
    attemptStore.change(() => ({ key, at, payment }));

    if (summary.total > 0) {
      const outcome =
        method === "Klarna"
          ? await payLater(clientSecret, billingOf(fields), `${location.origin}/order-success`)
          : await entry?.confirm(clientSecret, billingOf(fields));
      if (!outcome) return fail();
      if (outcome.status === "declined") return fail(outcome.message);
      if (outcome.status === "processing") return void navigate(successAddress(payment));
    }
    attemptStore.change(() => ({ key, at, payment: { ...payment, arrived: true } }));
    await confirm(purchase, payment, 0);
  }

  /** Makes the paid intent an order. What fails here is asked again; the shopper never pays again for it. */
  async function confirm(purchase: Purchase, payment: NonNullable<Attempt["payment"]>, turn: number): Promise<void> {
    try {
      const order = await placeOrder({
        customer: {
          ...customerOf(purchase.fields),
          paymentDetails: {
            paymentIntentId: payment.id,
            clientSecret: payment.clientSecret,
            method: purchase.method,
          },
        },
        orderDetails: purchase.draft,
        isPaid: true,
      });
      setStage({ at: "done", order, purchase });
      forgetBought(purchase.lines);
      setTimeout(stop, limits.timings.processingStop);
    } catch (failure) {
      if (failure instanceof Refusal && isFinal(failure)) {
        attemptStore.change(() => null);
        if (failure.code === "payment-missing") return fail();
        setStage({ at: "returned", words: failure.message });
        return stop();
      }
      // The order is not as we describe it: the server makes it from what it knows of the payment itself.
      if (
        failure instanceof Refusal &&
        failure.status !== 502 &&
        failure.status !== 429 &&
        failure.code !== "payment-processing"
      )
        return void navigate(successAddress(payment));
      const wait = PATIENCE[turn];
      again.current = () => {
        setStage({ at: "confirming", purchase, tired: false });
        void confirm(purchase, payment, wait === undefined ? 0 : turn + 1);
      };
      setStage({ at: "confirming", purchase, tired: wait === undefined });
      if (wait !== undefined) setTimeout(() => again.current?.(), wait);
    }
  }

  function objectOrFail(failure: unknown) {
    const { payment } = attemptStore.read() ?? {};
    const isEarlier = failure instanceof Refusal && /^payment-(arrived|processing)$/.test(failure.code);
    if (isEarlier && payment) return void navigate(successAddress(payment));

    const objection = failure instanceof Refusal ? objectionIn(failure) : undefined;
    if (!objection)
      return fail(failure instanceof Refusal && failure.code === "payment-too-small" ? failure.message : undefined);
    setStage({ at: "objected", objection });
    stop();
  }

  return { stage, isProcessing, pay, retry: () => again.current?.(), settle: () => setStage({ at: "ready" }) };
}

/** After these the payment will never become an order, whatever is asked. */
const isFinal = ({ code }: Refusal): boolean =>
  ["payment-missing", "payment-returned", "order-cancelled"].includes(code);

function objectionIn(refusal: Refusal): Objection | undefined {
  const { code, message } = refusal;
  switch (refusal.code) {
    case "prices-changed":
      return refusal.details && { kind: "prices", now: refusal.details };
    case "sold-out":
      return refusal.details && "lines" in refusal.details ? { kind: "sold-out", now: refusal.details } : undefined;
    case "held-by-others":
      return refusal.details && { kind: "held", now: refusal.details };
    case "held-too-much":
      return refusal.details && { kind: "too-much", now: refusal.details };
    case "held-by-network":
    case "too-many-requests":
      return { kind: "wait", words: message, retryAfter: refusal.details?.retryAfter ?? 0 };
    case "product-unknown":
    case "combination-unavailable":
      return { kind: "gone" };
    default:
      return code.startsWith("code-") ? { kind: "code", words: message } : undefined;
  }
}
