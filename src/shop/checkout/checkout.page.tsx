import { useRef } from "react";
import { useStored } from "~/platform/browser-storage";
import { services } from "~/services";
import { fetchCatalog, recheckDays } from "~/shop/bag/refresh-bag";
import { removeCode } from "~/shop/bag/discount-store";
import type { ByCards } from "~/shop/bag/gift-card-store";
import { recheckKept, usePaidByCards } from "~/shop/bag/use-gift-cards";
import { taxRows } from "~/shop/bag/total-rows";
import { privatePage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { type Cents, centsOfDollars, formatCents } from "~/shop/money";
import { areByEmail, giftCardValue } from "~/shop/price";
import { OrderConfirmedDialog } from "~/shop/orders/confirmation/order-confirmed-dialog";
import type { ConfirmedWords } from "~/shop/orders/confirmation/order-confirmed-rows";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { providerNames, type CardEntry } from "~/shop/payments/provider";
import { useProvider } from "~/shop/payments/use-provider";
import { openTerms } from "~/shop/tax/open-terms.server";
import type { PageTexts } from "~/shop/texts/page-texts";
import { pageContent } from "~/shop/texts/page-content.server";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { CheckoutSections } from "./checkout-sections";
import { progressStore } from "./checkout-store";
import { Notice } from "~/shop/bag/notice";
import { OrderSummary } from "./order-summary";
import { type RefusedCode, RefusedCodeNotice } from "./refused-code";
import { offersReminder } from "./reminders/reminders.server";
import { AddressNotice } from "./tax-notice";
import type { Purchase, Stage } from "./purchase";
import type { Quoted } from "./quote";
import { customerOf } from "./checkout-fields";
import { isAddressed, mayPay } from "./steps";
import { useCheckoutBag } from "./use-checkout-bag";
import { focusPurchaseButton, useObjection } from "./use-objection";
import { usePurchase } from "./use-purchase";
import { useReminder } from "./reminders/use-reminder";
import { useQuote } from "./use-quote";
import { useSteps } from "./use-steps";
import { useFrameData } from "~/shop/use-frame-data";
import type { Route } from "./+types/checkout.page";

export async function loader({ context }: Route.LoaderArgs) {
  const all = context.get(services);
  const { db, address, settings, payments, googleMapsKey } = all;
  const inForce = settings();
  const [texts, { confirmed }] = await Promise.all([
    pageContent(db, "checkout", inForce),
    pageContent(db, "orderPlaced", inForce),
  ]);
  const head = headOf(
    { address, settings: inForce },
    { title: texts.heading, description: "Pay for what is in your bag.", path: "/checkout", listed: false },
  );
  const { delivery, taxFollows, deliveryVaries, hasOffers } = openTerms(all);
  return {
    head,
    texts: { ...texts, confirmed },
    offer: { ...delivery, heldPieces: inForce.heldPieces },
    timeZone: inForce.timeZone,
    gateway: { name: payments.name, browser: payments.browser },
    googleMapsKey,
    catalog: null,
    hasReminder: offersReminder(inForce),
    /** Sentences about gift cards that were taken off, and about passed days of bought ones, when the checkout was opened. */
    lostCards: [] as string[],
    ...(hasOffers && { hasOffers }),
    ...(taxFollows && { taxFollows: true }),
    ...(deliveryVaries && { deliveryVaries: true }),
  };
}

/**
 * Asks the catalog which products are still sold. The order checks the stock, because the last piece may be reserved for this
 * shopper.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [known, catalog, lostCards] = await Promise.all([
    serverLoader(),
    fetchCatalog({ lowStock: 0 }, "checkout"),
    recheckKept(),
  ]);
  const passed = (await recheckDays(known.timeZone)).map(({ words }) => words);
  return { ...known, catalog, lostCards: [...lostCards, ...passed] };
}
clientLoader.hydrate = true as const;

export const headers: Route.HeadersFunction = () => privatePage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  useReminder(loaderData.hasReminder);
  return (
    <main id="main">
      <div className="wrap">
        <Checkout {...loaderData} />
      </div>
    </main>
  );
}

type Props = Omit<Route.ComponentProps["loaderData"], "head" | "timeZone">;

/** Four sections beside the order's summary. */
function Checkout({ offer, texts, gateway, googleMapsKey, catalog, lostCards, hasReminder, ...follows }: Props) {
  const bag = useCheckoutBag(offer, catalog, follows.hasOffers);
  const progress = useStored(progressStore);
  const card = useRef<CardEntry>(null);
  // The provider's script is loaded only when a shopper is about to pay.
  const isPaying = bag.ready && bag.lines.length > 0 && isAddressed(progress.steps);
  const loading = useProvider(gateway, isPaying);
  const purchase = usePurchase(loading.provider, providerNames[gateway.name], card);
  const quote = useQuote(bag.ready ? follows : {}, bag, progress);
  const { kept, byWallet } = useKeptCards(quote.summary.total, progress.steps.method, giftCardValue(bag.lines));
  const accept = useObjection(purchase.settle, quote.agree);
  const step = useSteps();
  const { stage, isProcessing } = purchase;
  const shown = shownAt(stage, { ...progress, ...bag, ...quote, byCards: kept, lostCards });
  const { fields, steps, lines, summary, offers, byCards, withdrawn, refusedCode, quoted, isBusy } = shown;
  const isDue = byCards.rest > 0;

  if (bag.ready && !shown.isBought && lines.length === 0) return <NoItems texts={texts} isGone={!bag.isEmpty} />;

  const pay = (method: PaymentMethod, byCards = kept, wallet?: CardEntry) => {
    quote.pays();
    return purchase.pay({ fields, steps, method, ...bag.purchased(quote), byCards }, wallet);
  };
  const onWallet = (wallet: CardEntry) => pay("Credit Card", byWallet, wallet);
  const isPayable = isOpen(stage, quoted) && !isBusy && mayPay(steps, loading.provider !== null, isDue);
  return (
    <>
      <CheckoutHead {...shown} title={texts.heading} byCards={bag.ready ? byCards : null} />
      <div className="work">
        <CheckoutSections
          {...{ fields, steps, googleMapsKey, hasReminder, quoted, lines, faster: quote.faster }}
          hasZones={follows.deliveryVaries ?? false}
          isDisabled={!bag.ready || isProcessing}
          goodsValue={bag.goodsValue}
          isDeclined={stage.at === "ready" && stage.declined !== undefined}
          payment={{ ...loading, gateway: gateway.name, card, amount: byWallet.rest, isDue, onWallet }}
          onStep={step}
          notices={{
            information: <LostCode refused={refusedCode} total={summary.total} onStep={step} />,
            billing: <AddressNotice quoted={quoted} />,
          }}
        />
        <OrderSummary
          {...{ texts, lines, stage, isProcessing, withdrawn, quoted, refusedCode, offers, byCards, isBusy }}
          method={steps.method}
          most={offer.heldPieces}
          summary={bag.ready ? summary : null}
          discountCode={bag.discountCode}
          onQuoteAgain={quote.redraw}
          open={{ ...follows, usualPlaces: offer.usualPlaces }}
          mayPay={isPayable}
          onPay={() => payBy(steps.method, isDue, pay)}
          onAccept={accept}
          onRetry={purchase.retry}
        />
      </div>
      {stage.at === "done" && <Confirmation {...stage} words={texts.confirmed} />}
    </>
  );
}

/** Parts that gift cards pay beside the chosen method, and beside a device's wallet, which pays as a card whichever method is chosen. */
const useKeptCards = (total: Cents, method: PaymentMethod | null, notByCards: Cents) => ({
  kept: usePaidByCards(total, method, notByCards),
  byWallet: usePaidByCards(total, "Credit Card", notByCards),
});

const isOpen = (stage: Stage, quoted: Quoted): boolean => stage.at !== "done" && quoted.at !== "elsewhere";

/** Pays by the chosen method; with nothing due none has to be chosen. */
function payBy(method: PaymentMethod | null, isDue: boolean, pay: (method: PaymentMethod) => unknown): void {
  focusPurchaseButton();
  const by = method ?? (isDue ? null : "Credit Card");
  if (by) void pay(by);
}

/** State of the page: of the bag, or of the purchase that is being paid. */
interface Shown extends Pick<Purchase, "fields" | "steps" | "lines" | "summary" | "offers" | "byCards"> {
  withdrawn: readonly string[];
  lostCards: readonly string[];
  refusedCode: RefusedCode | null;
  quoted: Quoted;
  /** Whether the shop still computes what offers take off. */
  isBusy?: boolean;
}

/** The purchase that is being paid, which does not change with the bag and has no notices; else the bag. */
const shownAt = (stage: Stage, bag: Shown): Shown & { isBought: boolean } =>
  "purchase" in stage ? { ...stage.purchase, ...DECIDED, isBought: true } : { ...bag, isBought: false };

/** State of notices while a purchase is being paid: there is none. */
const DECIDED = { withdrawn: [], lostCards: [], refusedCode: null, quoted: { at: "never" } } as const;

/** Notice under the e-mail address about a code that it lost. */
const LostCode = ({
  onStep,
  ...notice
}: Pick<Parameters<typeof RefusedCodeNotice>[0], "refused" | "total"> & Stepping) => (
  <RefusedCodeNotice
    {...notice}
    onOtherAddress={() => onStep({ do: "edit", section: "information" })}
    onRemoveCode={removeCode}
  />
);
interface Stepping {
  onStep: ReturnType<typeof useSteps>;
}

interface CheckoutHeadProps {
  title: string;
  /** Parts that gift cards pay, and the rest; null while the bag is read. */
  byCards: ByCards | null;
  /** A sentence for each line whose product is no longer sold, and each gift card that was taken off. */
  withdrawn: readonly string[];
  lostCards: readonly string[];
  isBusy?: boolean;
}

const CheckoutHead = ({ title, byCards, withdrawn, lostCards, isBusy }: CheckoutHeadProps) => (
  <>
    <a className="totalbar" href="#order-summary">
      <span>
        {byCards?.parts.length ? "TO PAY" : "TOTAL"} <Icon name="down" size="small" />
      </span>
      <b>{byCards && !isBusy ? formatCents(byCards.rest) : "\u00a0"}</b>
    </a>
    <h1 className="page-t">{title}</h1>
    <div aria-live="polite">
      {byCards &&
        [...withdrawn, ...lostCards].map((words) => (
          <Notice key={words} isAnnounced>
            {words}
          </Notice>
        ))}
    </div>
    <p className="notice notice--no-script">
      Paying needs JavaScript, which is switched off in this browser. Please switch it on and reload the page.
    </p>
  </>
);

type ConfirmationProps = Extract<Stage, { at: "done" }> & { words: ConfirmedWords };

const Confirmation = ({ order, purchase, words }: ConfirmationProps) => (
  <OrderConfirmedDialog
    words={words}
    orderId={order.orderNumber}
    totalAmount={purchase.summary.total}
    offers={purchase.offers.given}
    taxes={taxRows(purchase.summary)}
    customerEmail={order.email ?? customerOf(purchase.fields).email}
    giftCards={purchase.byCards.parts}
    unmade={centsOfDollars(order.giftCardsNotMade ?? 0)}
    paymentMethod={purchase.byCards.rest > 0 ? purchase.method : undefined}
    estimatedDelivery={order.estimatedDelivery}
    isByEmail={areByEmail(purchase.lines)}
  />
);

function NoItems({ texts, isGone }: { texts: PageTexts<"checkout">; isGone: boolean }) {
  const { waysOn } = useFrameData();
  return (
    <>
      <h1 className="page-t">{texts.heading}</h1>
      <EmptyState
        title={texts.empty.title}
        text={isGone ? texts.unsold.text : texts.empty.text}
        action={<ButtonLink to={waysOn["new-arrivals"]}>See what is new</ButtonLink>}
      />
    </>
  );
}
