import { useRef, useState, type SubmitEvent } from "react";
import { Form, useLocation, useNavigation } from "react-router";
import type { FormResult } from "~/shop/form";
import { formatCents } from "~/shop/money";
import { unbrokenNumber } from "~/shop/orders/order-number";
import type { PayAsk } from "~/shop/orders/pay-link/pay-link";
import type { PaymentMethod } from "~/shop/payments/gateway";
import type { CardEntry, ProviderChoice } from "~/shop/payments/provider";
import { useProvider } from "~/shop/payments/use-provider";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useForm } from "~/ui/use-form";
import { payerErrors } from "./payer";
import { PayerFields, payerIn, payerOfWallet } from "./payer-fields";
import { PayLinkLines } from "./pay-link-lines";
import { MethodFields } from "./payment-method";
import { usePayLink } from "./use-pay-link";

/** Values of the shop that the page of a pay link shows. */
export interface PayLinkShop {
  shopName: string;
  supportEmail: string;
  /** Deadline of the payment, as text. */
  until: string;
}

interface PayLinkWorkProps {
  ask: PayAsk;
  shop: PayLinkShop;
  gateway: ProviderChoice;
  /** Answer to a form that was sent without script; undefined if none was sent. */
  refused: FormResult | undefined;
}

/** Page of a pay link that can be paid: the agreement with its lines and sum, and the forms to pay. */
export function PayLinkWork({ ask, shop, gateway, refused }: PayLinkWorkProps) {
  return (
    <div className="work work--pay">
      <div>
        <p className="pay-lede">{ledeOf(ask)}</p>
        <p className="pay-until">
          <Icon name="lock" size="small" />
          <span>Held for you until {shop.until}</span>
        </p>
        {ask.said && (
          <p className="pay-said">
            {ask.said.words}
            <br />
            {[ask.said.by, shop.shopName].filter(Boolean).join(", ")}
          </p>
        )}
        {ask.goesTo && (
          <p className="pay-goes">
            Goes to {ask.goesTo}
            {ask.method && ` by ${ask.method}`}. Not right? Answer our letter before you pay.
          </p>
        )}
        <p className="notice notice--no-script">
          Paying needs JavaScript, which is switched off in this browser. Please switch it on and reload the page.
        </p>
      </div>
      <PayLinkLines ask={ask} />
      <div className="steps pay-how">
        <section className="step is-open" aria-labelledby="pay-method">
          <span className="step__n" aria-hidden="true">
            1
          </span>
          <div className="step__h">
            <h2 id="pay-method">PAYMENT METHOD</h2>
          </div>
          <PayForm ask={ask} gateway={gateway} />
          <Decline ask={ask} until={shop.until} refused={refused} />
        </section>
      </div>
    </div>
  );
}

const ledeOf = ({ kind, name, orderNumber, returnNumber, isLater }: PayAsk): string =>
  returnNumber !== null
    ? `${name}, what you want instead costs more than what you send back. Pay the difference and it is kept until your parcel is here.`
    : kind === "order"
      ? `${name}, this is what we agreed, order ${unbrokenNumber(orderNumber)}. Pay it and it is yours. Until then nothing is charged.`
      : `${name}, this is what we agreed for order ${unbrokenNumber(orderNumber)}. Pay the difference and it is done. Until then your order stays ${isLater ? "as it is now" : "exactly as you bought it"}.`;

const loadErrors = async () => payerErrors;

function PayForm({ ask, gateway }: Pick<PayLinkWorkProps, "ask" | "gateway">) {
  const loading = useProvider(gateway, true);
  const card = useRef<CardEntry>(null);
  const [method, setMethod] = useState<PaymentMethod>("Credit Card");
  const { isPaying, declined, pay } = usePayLink(loading.provider, card);
  const { errors, form } = useForm(loadErrors, undefined);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    form.onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    void pay(method, payerIn(event.currentTarget));
  };
  return (
    <form {...form} onSubmit={submit}>
      <MethodFields
        gateway={gateway.name}
        {...loading}
        card={card}
        method={method}
        amount={ask.toPay}
        onWallet={(wallet) => pay("Credit Card", payerOfWallet, wallet)}
        onChoose={setMethod}
        button="PAY"
      />
      <p className="pay-fine">This is paid by card or Klarna only: gift cards and codes do not count here.</p>
      <PayerFields method={method} errors={errors} />
      {declined && (
        <p className="form-msg" role="alert">
          <Icon name="alert" size="small" />
          {declined}
        </p>
      )}
      <div>
        <Button type="submit" size="large" wide busy={isPaying} disabled={loading.provider === null && !isPaying}>
          {isPaying ? "Processing..." : `PAY ${formatCents(ask.toPay)}`}
        </Button>
      </div>
      <p className="pay-fine">Pressed twice, you pay once.</p>
    </form>
  );
}

/** Form to decline the agreement; a shopper who does nothing declines it at the deadline. */
function Decline({ ask, until, refused }: Pick<PayLinkWorkProps, "ask" | "refused"> & { until: string }) {
  const isBusy = useNavigation().state !== "idle";
  const { pathname } = useLocation();
  return (
    <Form method="post" action={pathname} className="pay-decline" preventScrollReset>
      <input type="hidden" name="act" value="decline" />
      <p className="pay-fine">
        {ask.kind === "order"
          ? `Rather not? Do nothing: it ends by itself on ${until}. Or say so now.`
          : ask.returnNumber !== null
            ? `Rather have your money back? Do nothing: the exchange ends by itself on ${until}, and your return goes on. Or say so now.`
            : `Rather keep your order as it ${ask.isLater ? "is" : "was"}? Do nothing: we ship it ${ask.isLater ? "as it is now" : "as bought"}, after ${until}. Or say so now, and it ships sooner.`}
      </p>
      {refused && !refused.ok && (
        <p className="form-msg" role="alert">
          <Icon name="alert" size="small" />
          {refused.message}
        </p>
      )}
      <div>
        <Button type="submit" look="quiet" busy={isBusy}>
          {ask.kind === "order"
            ? "I do not want it"
            : ask.returnNumber !== null
              ? "I want my money back instead"
              : `Keep my order as it ${ask.isLater ? "is" : "was"}`}
        </Button>
      </div>
    </Form>
  );
}
