import { useRef } from "react";
import { useStored } from "~/platform/browser-storage";
import { services } from "~/services";
import { fetchCatalog } from "~/shop/bag/refresh-bag";
import { removeCode } from "~/shop/bag/discount-store";
import { taxRows } from "~/shop/bag/total-rows";
import { privatePage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
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
import { RefusedCodeNotice } from "./refused-code";
import { offersReminder } from "./reminders/reminders.server";
import { AddressNotice } from "./tax-notice";
import type { Stage } from "./purchase";
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
  const { delivery, taxFollows, deliveryVaries } = openTerms(all);
  return {
    head,
    texts: { ...texts, confirmed },
    offer: { ...delivery, heldPieces: inForce.heldPieces },
    gateway: { name: payments.name, browser: payments.browser },
    googleMapsKey,
    catalog: null,
    hasReminder: offersReminder(inForce),
    ...(taxFollows && { taxFollows: true }),
    ...(deliveryVaries && { deliveryVaries: true }),
  };
}

/**
 * Asks the catalog which products are still sold. The order checks the stock, because the last piece may be reserved for this
 * shopper.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [known, catalog] = await Promise.all([serverLoader(), fetchCatalog({ lowStock: 0 }, "checkout")]);
  return { ...known, catalog };
}
clientLoader.hydrate = true as const;

export const headers: Route.HeadersFunction = () => privatePage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  useReminder();
  return (
    <main id="main">
      <div className="wrap">
        <Checkout {...loaderData} />
      </div>
    </main>
  );
}

type CheckoutProps = Omit<Route.ComponentProps["loaderData"], "head">;

/** Four sections beside the order's summary. */
function Checkout({ offer, texts, gateway, googleMapsKey, catalog, hasReminder, ...follows }: CheckoutProps) {
  const bag = useCheckoutBag(offer, catalog);
  const progress = useStored(progressStore);
  const card = useRef<CardEntry>(null);
  // The provider's script is loaded only when a shopper is about to pay.
  const isPaying = bag.ready && bag.lines.length > 0 && isAddressed(progress.steps);
  const loading = useProvider(gateway, isPaying);
  const purchase = usePurchase(loading.provider, providerNames[gateway.name], card);
  const quote = useQuote(bag.ready ? follows : {}, bag, progress);
  const accept = useObjection(purchase.settle, quote.agree);
  const step = useSteps();
  const { stage, isProcessing } = purchase;
  // The purchase that is being paid does not change with the bag.
  const bought = "purchase" in stage ? stage.purchase : null;
  const { fields, steps } = bought ?? progress;
  const { lines, summary } = bought ?? { ...bag, ...quote };
  const { withdrawn, refusedCode, quoted } = bought ? DECIDED : { ...bag, ...quote };

  if (bag.ready && !bought && lines.length === 0) return <NoItems texts={texts} isGone={!bag.isEmpty} />;

  const pay = (method: PaymentMethod, wallet?: CardEntry) => {
    quote.pays();
    return purchase.pay({ fields, steps, method, ...bag.purchased(quote.summary) }, wallet);
  };
  const onWallet = (wallet: CardEntry) => pay("Credit Card", wallet);
  const isPayable = stage.at !== "done" && quoted.at !== "elsewhere" && mayPay(steps, loading.provider !== null);
  return (
    <>
      <CheckoutHead title={texts.heading} total={bag.ready && formatCents(summary.total)} withdrawn={withdrawn} />
      <div className="work">
        <CheckoutSections
          {...{ fields, steps, googleMapsKey, hasReminder, quoted, faster: quote.faster }}
          hasZones={follows.deliveryVaries ?? false}
          isDisabled={!bag.ready || isProcessing}
          orderValue={bag.summary.orderValue}
          isDeclined={stage.at === "ready" && stage.declined !== undefined}
          payment={{ ...loading, gateway: gateway.name, card, amount: quote.summary.total, onWallet }}
          onStep={step}
          notices={{
            information: <LostCode refused={refusedCode} total={summary.total} onStep={step} />,
            billing: <AddressNotice quoted={quoted} />,
          }}
        />
        <OrderSummary
          {...{ texts, lines, stage, isProcessing, withdrawn, quoted, refusedCode }}
          most={offer.heldPieces}
          summary={bag.ready ? summary : null}
          discountCode={bag.discountCode}
          onQuoteAgain={quote.redraw}
          open={{ ...follows, usualPlaces: offer.usualPlaces }}
          mayPay={isPayable}
          onPay={() => payBy(steps.method, pay)}
          onAccept={accept}
          onRetry={purchase.retry}
        />
      </div>
      {stage.at === "done" && <Confirmation {...stage} words={texts.confirmed} />}
    </>
  );
}

function payBy(method: PaymentMethod | null, pay: (method: PaymentMethod) => unknown): void {
  focusPurchaseButton();
  if (method) void pay(method);
}

/** State of notices while a purchase is being paid: there is none. */
const DECIDED = { withdrawn: [], refusedCode: null, quoted: { at: "never" } } as const;

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
  /** The formatted total; false while the bag is read. */
  total: string | false;
  /** A sentence for each line whose product is no longer sold. */
  withdrawn: readonly string[];
}

const CheckoutHead = ({ title, total, withdrawn }: CheckoutHeadProps) => (
  <>
    <a className="totalbar" href="#order-summary">
      <span>
        TOTAL <Icon name="down" size="small" />
      </span>
      <b>{total || "\u00a0"}</b>
    </a>
    <h1 className="page-t">{title}</h1>
    <div aria-live="polite">{total && withdrawn.map((words) => <Notice key={words}>{words}</Notice>)}</div>
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
    taxes={taxRows(purchase.summary)}
    customerEmail={order.email ?? customerOf(purchase.fields).email}
    paymentMethod={purchase.method}
    estimatedDelivery={order.estimatedDelivery}
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
