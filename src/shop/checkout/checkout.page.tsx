import { useMemo, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { useStored } from "~/platform/browser-storage";
import { services } from "~/services";
import { useBag } from "~/shop/bag/bag-provider";
import { fetchCatalog } from "~/shop/bag/bag-check";
import { bagStore } from "~/shop/bag/bag-store";
import { summaryOf } from "~/shop/bag/bag";
import { checkCodeFor } from "~/shop/bag/code-check";
import { discountStore, refusedCodeStore } from "~/shop/bag/discount-store";
import { orderDraftOf, orderDraftStore } from "~/shop/bag/order-draft";
import { useCode } from "~/shop/bag/use-code";
import { privatePage } from "~/shop/caching";
import { headOf, metaOf } from "~/shop/head";
import { formatCents } from "~/shop/money";
import { OrderConfirmedDialog } from "~/shop/orders/confirmation/order-confirmed-dialog";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { providerNames, type CardEntry } from "~/shop/payments/provider";
import { useProvider } from "~/shop/payments/use-provider";
import { ButtonLink } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { Icon } from "~/ui/icon";
import { atNewPrices, linesOf, stillSold, withinStock } from "./accepted";
import { BillingAddressForm } from "./billing-address";
import { progressStore } from "./checkout-store";
import { Address, DeliveryForm } from "./delivery";
import { MyInformationForm } from "./my-information";
import { OrderSummary } from "./order-summary";
import { PaymentMethodForm } from "./payment-method";
import { Section } from "./section";
import { customerOf, phoneShown } from "./shopper";
import { mayPay, type Section as Name } from "./steps";
import type { Objection } from "./purchase";
import { usePurchase } from "./use-purchase";
import { useSteps } from "./use-steps";
import type { Route } from "./+types/checkout.page";

export function loader({ context }: Route.LoaderArgs) {
  const { address, settings, payments, googleMapsKey } = context.get(services);
  const facts = settings();
  const head = headOf(
    { address, settings: facts },
    { title: "Checkout", description: "Pay for what is in your bag.", path: "/checkout", listed: false },
  );
  const { deliveryFee, freeDeliveryFrom } = facts;
  return {
    head,
    facts: { deliveryFee, freeDeliveryFrom },
    gateway: { name: payments.name, browser: payments.browser },
    googleMapsKey,
    catalog: null,
  };
}

/** Asks the catalog what of the bag is still sold. What is sold out the order says: the last piece may be held for this very shopper. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  const [known, catalog] = await Promise.all([serverLoader(), fetchCatalog({ lowStock: 0 })]);
  return { ...known, catalog };
}
clientLoader.hydrate = true as const;

export const headers: Route.HeadersFunction = () => privatePage;
export const meta: Route.MetaFunction = ({ loaderData }) => metaOf(loaderData?.head);

export default function CheckoutPage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main">
      <div className="wrap">
        <Checkout {...loaderData} />
      </div>
    </main>
  );
}

type Facts = Omit<Route.ComponentProps["loaderData"], "head">;

/** Four sections, one after the other, beside what it comes to. */
function Checkout({ facts, gateway, googleMapsKey, catalog }: Facts) {
  const { bag, ready } = useBag();
  const draft = useStored(orderDraftStore);
  const { discount, counted, words } = useCode();
  const progress = useStored(progressStore);
  const { revalidate } = useRevalidator();

  const sold = useMemo(() => stillSold(bag, catalog ?? {}), [bag, catalog]);
  const lines = useMemo(() => linesOf(sold, draft), [sold, draft]);
  const summary = useMemo(() => summaryOf(lines, counted, facts), [lines, counted, facts]);
  const card = useRef<CardEntry>(null);
  const [ending, setEnding] = useState("");
  // Nobody who only looks around is met by the provider's script.
  const { saved: done } = progress.steps;
  const isPaying = done.information && done.billing && done.delivery;
  const { provider, hasFailed, reload } = useProvider(gateway, ready && lines.length > 0 && isPaying);
  const purchase = usePurchase(provider, providerNames[gateway.name], card);
  const { stage } = purchase;
  // What is being paid for stays as it was, whatever happens to the bag meanwhile.
  const bought = "purchase" in stage ? stage.purchase : null;
  const { fields, steps } = bought ?? progress;
  const step = useSteps();

  if (ready && !bought && lines.length === 0) return <NoItems isGone={bag.length > 0} />;

  const pay = (method: PaymentMethod, wallet?: CardEntry) =>
    purchase.pay(
      {
        fields,
        steps,
        method,
        lines,
        summary,
        draft: orderDraftOf(lines, counted, facts),
        discountCode: counted?.code,
      },
      wallet,
    );

  function accept(objection: Objection) {
    if (objection.kind === "prices") bagStore.change((now) => atNewPrices(now, objection.now));
    if (objection.kind === "sold-out" || objection.kind === "held")
      bagStore.change((now) => withinStock(now, objection.now));
    if (objection.kind === "code") withoutCode();
    purchase.settle();
    // The shop's fee may have changed as well.
    void revalidate();
    document.getElementById("complete-purchase")?.focus();
  }

  function withoutCode() {
    discountStore.change(() => null);
    refusedCodeStore.change(() => null);
  }

  const shown = bought ?? { lines, summary };
  const section = { steps, onEdit: (name: Name) => step({ do: "edit", section: name }) };
  const saved = (name: Name) => () => {
    if (name === "information") void checkCodeFor(fields.email.trim(), summary.orderValue);
    if (name === "payment") setEnding(card.current?.ending() ?? "");
    step({ do: "save", section: name });
  };
  return (
    <>
      <a className="totalbar" href="#order-summary">
        <span>
          TOTAL <Icon name="down" size="small" />
        </span>
        <b>{ready ? formatCents(shown.summary.total) : "\u00a0"}</b>
      </a>
      <h1 className="page-t">Checkout</h1>
      <p className="notice notice--no-script">
        Paying needs JavaScript, which is switched off in this browser. Please switch it on and reload the page.
      </p>
      <div className="work">
        <fieldset className="steps" disabled={!ready || purchase.isProcessing}>
          <legend className="vh">Your order in four steps</legend>
          <Section
            {...section}
            name="information"
            summary={
              <>
                <b>{customerOf(fields).name}</b>
                <br />
                {fields.email}
              </>
            }
          >
            <MyInformationForm fields={fields} onSaved={saved("information")} />
          </Section>
          <Section {...section} name="billing" summary={<Address fields={fields} />}>
            <BillingAddressForm fields={fields} googleMapsKey={googleMapsKey} onSaved={saved("billing")} />
          </Section>
          <Section
            {...section}
            name="delivery"
            summary={
              <>
                Same as billing
                <br />
                {phoneShown(fields.phone) || "No phone number"}
              </>
            }
          >
            <DeliveryForm fields={fields} onSaved={saved("delivery")} />
          </Section>
          <Section
            {...section}
            name="payment"
            keepsForm
            summary={
              <>
                <b>{steps.method}</b> {steps.method === "Credit Card" && ending}
              </>
            }
          >
            <PaymentMethodForm
              gateway={gateway.name}
              provider={provider}
              hasFailed={hasFailed}
              onReload={reload}
              card={card}
              method={steps.method}
              amount={summary.total}
              onWallet={(wallet) => pay("Credit Card", wallet)}
              onChoose={(method) => step({ do: "choose", method })}
              onSaved={saved("payment")}
            />
          </Section>
        </fieldset>
        <OrderSummary
          lines={shown.lines}
          summary={ready ? shown.summary : null}
          discountCode={counted?.code}
          left={bought ? 0 : bag.length - sold.length}
          refusedCode={discount && words && !bought ? { code: discount.code, words } : null}
          onOtherAddress={() => step({ do: "edit", section: "information" })}
          onWithoutCode={withoutCode}
          stage={stage}
          isProcessing={purchase.isProcessing}
          mayPay={stage.at !== "done" && mayPay(steps, provider !== null)}
          onPay={() => {
            // The button that was clicked may be gone with the words beside it.
            document.getElementById("complete-purchase")?.focus();
            if (steps.method) void pay(steps.method);
          }}
          onAccept={accept}
          onRetry={purchase.retry}
        />
      </div>
      {stage.at === "done" && (
        <OrderConfirmedDialog
          orderId={stage.order.orderNumber}
          totalAmount={stage.purchase.summary.total}
          customerEmail={stage.order.email ?? customerOf(stage.purchase.fields).email}
          paymentMethod={stage.purchase.method}
          estimatedDelivery={stage.order.estimatedDelivery}
        />
      )}
    </>
  );
}

function NoItems({ isGone }: { isGone: boolean }) {
  return (
    <>
      <h1 className="page-t">Checkout</h1>
      <EmptyState
        title="No Items"
        text={isGone ? "What is in your bag is no longer sold." : "There is nothing in your bag to pay for yet."}
        action={<ButtonLink to="/shop/new-arrivals">See what is new</ButtonLink>}
      />
    </>
  );
}
