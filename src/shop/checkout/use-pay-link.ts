import { useEffect, useRef, useState, type RefObject } from "react";
import { useFetcher, useNavigate } from "react-router";
import type { FormResult } from "~/shop/form";
import { limits } from "~/shop/limits";
import type { PayRequest } from "~/shop/orders/pay-link/pay-link";
import { confirmPayment } from "~/shop/payments/confirm-payment";
import type { PaymentMethod } from "~/shop/payments/gateway";
import type { CardEntry, PaymentProvider } from "~/shop/payments/provider";
import type { Billing } from "~/shop/payments/sandbox";
import { useToast } from "~/ui/toast";
import { successAddress } from "./attempt-store";
import { PAYMENT_FAILED } from "./payment-failed";

const TOAST = { timeout: limits.timings.checkoutToast };

type Answer = FormResult<{ request?: PayRequest }>;

/** A press of the pay button, until the payment ends. */
interface Press {
  method: PaymentMethod;
  entry: CardEntry | null;
  billing: Billing;
  end: () => void;
}

/**
 * Pays by a link: asks the shop for the gateway's request, and confirms it with the provider. Then opens the page that checks the
 * payment, or returns the reason why it was declined.
 */
export function usePayLink(provider: PaymentProvider | null, card: RefObject<CardEntry | null>) {
  const { info, error } = useToast();
  const navigate = useNavigate();
  const fetcher = useFetcher<Answer>();
  const [isPaying, setPaying] = useState(false);
  const [declined, setDeclined] = useState<string>();
  // A ref, because two clicks can happen before the next render.
  const press = useRef<Press>(undefined);

  function stop(message?: string): void {
    setDeclined(message);
    setPaying(false);
    press.current?.end();
    press.current = undefined;
  }

  async function confirm({ paymentId, clientSecret }: PayRequest): Promise<void> {
    if (!press.current) return;
    const { method, entry, billing } = press.current;
    const outcome = await confirmPayment(provider, entry, { method, clientSecret, billing }).catch(() => undefined);
    if (!outcome || outcome.status === "declined") {
      const message = outcome ? outcome.message : PAYMENT_FAILED;
      error(message, TOAST);
      return stop(message);
    }
    press.current.end();
    await navigate(successAddress({ id: paymentId, clientSecret, arrived: true }));
  }

  useAnswer(fetcher.data, (answer) => {
    if (!press.current) return;
    if (answer.ok && answer.value.request) return void confirm(answer.value.request);
    stop(answer.ok ? PAYMENT_FAILED : answer.message);
  });

  /** Pays as `billing` with the card field, with a device's wallet, or on the provider's page; resolves when the attempt has ended. */
  async function pay(method: PaymentMethod, billing: Billing, wallet?: CardEntry): Promise<void> {
    if (press.current) return;
    if (!provider) return void info("The payment provider is still loading. Please wait.", TOAST);
    const entry = wallet ?? card.current;
    if (method === "Credit Card" && !entry?.isEntered()) {
      entry?.isGood();
      return void info("Please enter your card details first", TOAST);
    }
    if (method === "Credit Card" && !entry?.isGood()) return void error("Value is not valid.", TOAST);
    const ended = new Promise<void>((end) => {
      press.current = { method, entry, billing, end };
    });
    setDeclined(undefined);
    setPaying(true);
    await fetcher.submit({ act: "pay", method }, { method: "post" });
    await ended;
  }

  return { isPaying, declined, pay };
}

/** Calls `handle` once for each answer of the shop, always with its latest version. */
function useAnswer(answer: Answer | undefined, handle: (answer: Answer) => void): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    if (answer) latest.current(answer);
  }, [answer]);
}
