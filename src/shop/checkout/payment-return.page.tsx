import { useEffect, useRef } from "react";
import { data, useRevalidator } from "react-router";
import { z } from "zod";
import { logFault } from "~/platform/database.server";
import { isDiskFull } from "~/platform/disk-full";
import { services, type Services } from "~/services";
import type { VariantKey } from "~/shop/bag/bag";
import { taxRows } from "~/shop/bag/total-rows";
import { privatePage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { OrderConfirmedRows, type Confirmed } from "~/shop/orders/confirmation/order-confirmed-rows";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { keptUntil } from "~/shop/orders/exchanges/kept-until.server";
import { linkOfPayment } from "~/shop/orders/made/link-of-payment.server";
import { isByEmail, unmadeValue } from "~/shop/orders/order";
import { isEmailCorrected } from "~/shop/orders/order-email.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { findRequest, isOfOrder } from "~/shop/payments/payments.server";
import { outcomeOf, type PaymentOutcome } from "~/shop/payments/payment-outcome";
import { settingsFor } from "~/shop/delivery-terms.server";
import { sum } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { wholeDate } from "~/shop/shop-time";
import type { PageTexts } from "~/shop/texts/page-texts";
import { pageContent } from "~/shop/texts/page-content.server";
import { Button, ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { attemptStore } from "./attempt-store";
import { forgetBought } from "./forget-bought";
import type { Route } from "./+types/payment-return.page";

/** Schema of the parameters that the payment provider adds to the return address. */
const Return = z.object({
  payment_intent: z.string().min(1).max(100),
  payment_intent_client_secret: z.string().min(1).max(200),
});

/** Outcome of a payment on the provider's page. */
type Outcome =
  | { kind: "confirmed"; paymentId: string; order: Confirmed; lines: VariantKey[] }
  | { kind: "changed"; paymentId: string; orderNumber: string }
  /** `keptUntil`: last day on which the goods are kept; null if they are no longer kept, such as after the settlement. */
  | { kind: "exchanged"; paymentId: string; orderNumber: string; keptUntil: string | null }
  | { kind: "waiting"; paymentId: string }
  | { kind: "returned"; paymentId: string; message: string }
  /**
   * `link`: path of the pay link by which the payment was requested; null if it must not be told, because the order's e-mail
   * address was corrected since; unset for a checkout.
   */
  | { kind: "unpaid"; paymentId: string; link?: string | null | undefined }
  | { kind: "nothing"; paymentId: string | null };

/** View of the page for each outcome that a refusal stands for. */
const kinds: Record<PaymentOutcome, "unpaid" | "waiting" | "returned" | "nothing"> = {
  unpaid: "unpaid",
  pending: "waiting",
  retry: "waiting",
  returned: "returned",
  arrived: "nothing",
  "ask-server": "nothing",
};

/**
 * Return address of payments on other sites: asks the gateway for the payment, creates the order and shows the outcome. It
 * requires the payment's secret. Repeated visits change nothing.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings } = all;
  const texts = await pageContent(db, "orderPlaced", settings());
  const head = headOf(
    { address, settings: settings() },
    { title: "Your order", description: "What became of your order.", path: "/order-success", listed: false },
  );
  const { data: back } = Return.safeParse(Object.fromEntries(url.searchParams));
  const outcome: Outcome = back
    ? await settledOutcome(all, back.payment_intent, back.payment_intent_client_secret)
    : { kind: "nothing", paymentId: null };
  return data({ head, texts: textsOf(outcome, texts), outcome }, { status: outcome.kind === "nothing" ? 404 : 200 });
}

/** Title and text for an outcome; those of the other outcomes are not sent. */
function textsOf(outcome: Outcome, texts: PageTexts<"orderPlaced">): { title: string; text: string } {
  switch (outcome.kind) {
    case "exchanged": {
      const { title, text, over } = texts.exchanged;
      const end = outcome.keptUntil;
      return { title, text: end ? `${text} What you want instead is kept for you until ${end}.` : over };
    }
    case "unpaid":
      return { title: texts.unpaid.title, text: outcome.link === undefined ? texts.unpaid.text : texts.held.text };
    case "returned":
      return { title: texts.returned.title, text: outcome.message };
    case "nothing":
      return texts.unknown;
    default:
      return texts[outcome.kind];
  }
}

async function settledOutcome(all: Services, paymentId: string, clientSecret: string): Promise<Outcome> {
  try {
    const placed = await settleOrder(all, paymentId, { clientSecret });
    const { number, email, method, summary, lines, offers, giftCards } = placed;
    const isOtherwisePaid = summary.total > sum((giftCards ?? []).map(({ amount }) => amount));
    const taxes = taxRows(summary);
    const order: Confirmed = {
      orderId: number,
      totalAmount: summary.total,
      ...(offers && { offers }),
      ...(taxes.length > 0 && { taxes }),
      ...(giftCards && { giftCards }),
      ...(unmadeValue(placed) > 0 && { unmade: unmadeValue(placed) }),
      // The order's e-mail address may have been corrected since the payment, so the payer may be another person.
      customerEmail: (await isEmailCorrected(all.db, placed)) ? undefined : email,
      paymentMethod: isOtherwisePaid ? (method ?? undefined) : undefined,
      estimatedDelivery: settingsFor(all, placed).deliveryEstimate,
      ...(isByEmail(placed) && { isByEmail: true }),
    };
    return { kind: "confirmed", paymentId, order, lines: lines.map(keyOf) };
  } catch (error) {
    if (error instanceof Refusal && error.code === "payment-unknown")
      return changeOutcome(all, paymentId, clientSecret);
    return unsettledOutcome(all, paymentId, error);
  }
}

/**
 * Outcome of a payment that could not be settled. On a full disk nothing is decided, as while the gateway does not answer.
 *
 * @throws any other error than a refusal or a full disk.
 */
async function unsettledOutcome(all: Services, paymentId: string, error: unknown): Promise<Outcome> {
  if (isDiskFull(error)) {
    logFault(error, {}, "a payment waits for its order: the disk is full");
    return { kind: "waiting", paymentId };
  }
  if (!(error instanceof Refusal)) throw error;
  const kind = kinds[outcomeOf(error.code)];
  switch (kind) {
    case "unpaid":
      return { kind, paymentId, link: await linkOfPayment(all, paymentId) };
    case "returned":
      return { kind, paymentId, message: error.message };
    default:
      return { kind, paymentId };
  }
}

/** Outcome of a payment for a change of an order, or for an exchange. */
async function changeOutcome(all: Services, paymentId: string, clientSecret: string): Promise<Outcome> {
  const found = await findRequest(all, paymentId);
  if (!found || isOfOrder(found.payment) || found.request.clientSecret !== clientSecret)
    return { kind: "nothing", paymentId };
  try {
    const { state, orderNumber, returnNumber } = await settleChange(all, paymentId);
    const what = returnNumber === null ? "change" : "exchange";
    if (state !== "applied")
      return {
        kind: "returned",
        paymentId,
        message: `This ${what} had ended. All that you paid for it goes back to you.`,
      };
    if (returnNumber === null) return { kind: "changed", paymentId, orderNumber };
    const end = await keptUntil(all.db, returnNumber);
    return { kind: "exchanged", paymentId, orderNumber, keptUntil: end && wholeDate(end, all.settings().timeZone) };
  } catch (error) {
    return unsettledOutcome(all, paymentId, error);
  }
}

const keyOf = ({ product, size, color }: VariantKey): VariantKey => ({ product, size, color });

export const headers: Route.HeadersFunction = () => privatePage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

export default function PaymentReturnPage({ loaderData: { texts, outcome } }: Route.ComponentProps) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => remember(outcome), [outcome]);
  usePolling(outcome.kind === "waiting", revalidate);

  if (outcome.kind === "confirmed")
    return (
      <main id="main" className="wrap told">
        <div className="reg dialog">
          <h1>{texts.title}</h1>
          <OrderConfirmedRows text={texts.text} {...outcome.order} />
        </div>
      </main>
    );
  return (
    <main id="main" className="wrap">
      <EmptyState
        key={outcome.kind}
        heading="h1"
        {...texts}
        action={
          outcome.kind === "waiting" ? (
            <Button busy={state !== "idle"} onClick={() => void revalidate()}>
              Check again
            </Button>
          ) : (
            <WayOn outcome={outcome} />
          )
        }
      />
    </main>
  );
}

/** Link to the page on which the shopper goes on after a final outcome. */
function WayOn({ outcome }: { outcome: Exclude<Outcome, { kind: "confirmed" }> }) {
  switch (outcome.kind) {
    case "changed":
      return <ButtonLink to={`/order-status?order=${outcome.orderNumber}`}>See your order</ButtonLink>;
    case "exchanged":
      return <ButtonLink to={`/order-status?order=${outcome.orderNumber}`}>See your return</ButtonLink>;
    case "unpaid":
      if (outcome.link === null) return <ButtonLink to="/order-status">Order status</ButtonLink>;
      return outcome.link ? (
        <ButtonLink to={outcome.link}>Back to your order</ButtonLink>
      ) : (
        <ButtonLink to="/checkout">Back to checkout</ButtonLink>
      );
    case "returned":
      return <ButtonLink to="/contact">Contact Support</ButtonLink>;
    default:
      return <ButtonLink to="/order-status">Order status</ButtonLink>;
  }
}

/** Ends the attempt to which this payment belongs, if this browser stored it. */
function remember(outcome: Outcome): void {
  const attempt = attemptStore.read();
  if (outcome.kind === "waiting" || !attempt?.payment || attempt.payment.id !== outcome.paymentId) return;
  if (outcome.kind === "confirmed") return forgetBought(outcome.lines);
  // An unpaid order can be tried again. The attempts of unknown and refunded payments are removed.
  attemptStore.change(() => (outcome.kind === "unpaid" ? { ...attempt, payment: null } : null));
}

/** Delays between polls, in milliseconds. */
const POLL_DELAYS = [2000, 4000, 8000, 15_000, 30_000];

function usePolling(isWanted: boolean, ask: () => Promise<void>): void {
  const turn = useRef(0);
  useEffect(() => {
    if (!isWanted) return;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      const wait = POLL_DELAYS[turn.current++];
      if (wait !== undefined) timer = setTimeout(() => void ask().then(next), wait);
    };
    next();
    return () => clearTimeout(timer);
  }, [isWanted, ask]);
}
