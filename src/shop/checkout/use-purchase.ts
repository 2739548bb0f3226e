import { useCallback, useEffect, useRef, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import { limits } from "~/shop/limits";
import type { CardEntry, PaymentProvider } from "~/shop/payments/provider";
import { useOnline } from "~/ui/use-online";
import { useToast } from "~/ui/toast";
import { attemptStore, currentAttempt, successAddress, type Attempt } from "./attempt-store";
import { forgetBought } from "./forget-bought";
import { initialState, transition, type Command, type Purchase, type PurchaseEvent } from "./purchase";
import { confirmed, intentOf, placed } from "./purchase-requests";

const TOAST = { timeout: limits.timings.checkoutToast };
/** Milliseconds for which the checkout stays disabled after its order was confirmed. */
const CONFIRMATION_MS = 400;

/** Runs a purchase: `transition` decides on the next state, and this hook runs its commands. */
export function usePurchase(provider: PaymentProvider | null, providerName: string, card: RefObject<CardEntry | null>) {
  const { info, error } = useToast();
  const { state, current, send, poll } = useTransitions(provider);

  /** Starts the payment; a card's data come from the card field or a device's wallet. */
  async function pay(purchase: Purchase, entry: CardEntry | null = card.current): Promise<void> {
    if (current.current.isProcessing) return;
    const isDue = purchase.byCards.rest > 0;
    if (!provider && isDue)
      return void info(`The card payment provider (${providerName}) is still loading. Please wait.`, TOAST);
    const isCard = purchase.method === "Credit Card" && isDue;
    if (isCard && !entry?.isEntered()) {
      entry?.isGood();
      return void info("Please enter your card details first", TOAST);
    }
    if (isCard && !entry?.isGood()) return void error("Value is not valid.", TOAST);
    await send({ type: "pay", purchase }, entry);
  }

  return { ...state, pay, retry: () => poll.current?.(), settle: () => void send({ type: "objection-settled" }) };
}

/** State of the purchase; `send` applies an event and runs the resulting commands. */
function useTransitions(provider: PaymentProvider | null) {
  const { error } = useToast();
  const navigate = useNavigate();
  const [state, setState] = useState(initialState);
  // A ref beside the state, because two clicks can happen before the next render.
  const current = useRef(initialState);
  const poll = useRef<() => void>(undefined);
  // Kept in a ref, because another tab may end the stored attempt while this payment still belongs to it.
  const attempt = useRef<Attempt>(undefined);

  /** Applies an event and runs its commands. `entry`: card data of this click, for the commands. */
  async function send(event: PurchaseEvent, entry: CardEntry | null = null): Promise<void> {
    const [next, ...commands] = transition(current.current, event);
    current.current = next;
    setState(next);
    for (const command of commands) await run(command, entry);
  }

  async function run(command: Command, entry: CardEntry | null): Promise<void> {
    switch (command.do) {
      case "create-intent":
        attempt.current = currentAttempt();
        return send(await intentOf(command, attempt.current.key), entry);
      case "confirm-payment":
        return send(await confirmed(command, provider, entry));
      case "place-order":
        return send(await placed(command));
      case "schedule-poll": {
        const { delay, purchase, payment, turn } = command;
        poll.current = () => void send({ type: "poll", purchase, payment, turn });
        if (delay !== undefined) setTimeout(() => poll.current?.(), delay);
        return;
      }
      case "finish":
        forgetBought(command.purchase.lines);
        setTimeout(() => void send({ type: "confirmation-shown" }), CONFIRMATION_MS);
        return;
      case "store-payment":
        return attemptStore.change(() => ({ ...(attempt.current ?? currentAttempt()), payment: command.payment }));
      case "end-attempt":
        return attemptStore.change(() => null);
      case "show-error":
        return void error(command.message, TOAST);
      case "redirect":
        return void navigate(successAddress(command.payment), { replace: command.replace });
    }
  }

  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useOnline(
    state.stage.at === "confirming" && !state.stage.isPolling,
    useCallback(() => poll.current?.(), []),
  );
  useRevisit(useCallback((event) => void latest.current(event), []));

  return { state, current, send, poll };
}

/** Sends events for a payment that an earlier page stored, and for a page restored from the back/forward cache. */
function useRevisit(send: (event: PurchaseEvent) => void): void {
  useEffect(() => {
    send({ type: "opened", payment: attemptStore.read()?.payment ?? null });
    const show = ({ persisted }: PageTransitionEvent) => persisted && send({ type: "restored" });
    addEventListener("pageshow", show);
    return () => removeEventListener("pageshow", show);
  }, [send]);
}
