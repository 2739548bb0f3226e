import {
  CardCvcElement,
  CardExpiryElement,
  CardNumberElement,
  Elements,
  ExpressCheckoutElement,
  useElements,
} from "@stripe/react-stripe-js";
import type {
  PaymentIntentResult,
  Stripe,
  StripeCardNumberElementChangeEvent,
  StripeElementChangeEvent,
  StripeExpressCheckoutElementConfirmEvent,
} from "@stripe/stripe-js";
import { loadStripe } from "@stripe/stripe-js/pure";
import { useId, useImperativeHandle, useState, type ReactNode, type Ref } from "react";
import { Icon } from "~/ui/icon";
import type { ConfirmationOutcome } from "./gateway";
import type { CardEntry, PaymentProvider, WalletButtonsProps } from "./provider";
import type { Billing } from "./sandbox";

const locale = "en" as const;

/** Stripe in the browser: its script comes from its own host, and typed card data never reaches the shop. */
export async function stripeProvider(publishableKey: string): Promise<PaymentProvider> {
  const stripe = await loadStripe(publishableKey, { locale });
  if (!stripe) throw new Error("Stripe.js runs in a browser only.");
  return {
    CardField: ({ ref }) => (
      <Elements stripe={stripe} options={{ locale }}>
        <StripeCard ref={ref} stripe={stripe} />
      </Elements>
    ),
    WalletButtons: (props) => <StripeWallets stripe={stripe} {...props} />,
    payLater: (clientSecret, billing, returnUrl) =>
      outcomeOf(
        stripe,
        clientSecret,
        // This promise resolves only if the browser cannot be redirected.
        stripe.confirmKlarnaPayment(clientSecret, {
          payment_method: { billing_details: { ...known(billing), address: known(billing.address) } },
          return_url: returnUrl,
        }),
      ),
  };
}

/** Removes empty texts: Stripe reads them as deletions. */
const known = <T extends object>(details: T): T =>
  Object.fromEntries(Object.entries(details).filter(([, value]) => value !== "")) as T;

/**
 * Result of a confirmation. After a connection error it fetches the request's state, because the payment may have succeeded; an
 * already paid request counts as paid.
 */
async function outcomeOf(
  stripe: Stripe,
  clientSecret: string,
  asked: Promise<PaymentIntentResult>,
): Promise<ConfirmationOutcome> {
  const { error, paymentIntent } = await asked;
  const said = outcomeIn(paymentIntent ?? error?.payment_intent);
  if (said) return said;
  if (error?.type === "card_error" || error?.type === "validation_error") return declined(error.message);

  const { paymentIntent: found } = await stripe.retrievePaymentIntent(clientSecret);
  if (!found) return declined("The answer to your payment was lost. You can try again: you will not be charged twice.");
  return outcomeIn(found) ?? declined(error?.message);
}

function outcomeIn(intent: { status: string } | undefined): ConfirmationOutcome | undefined {
  if (intent?.status === "succeeded") return { status: "succeeded" };
  return intent?.status === "processing" ? { status: "processing" } : undefined;
}

const declined = (message = "Payment failed. Please try again."): ConfirmationOutcome => ({
  status: "declined",
  message,
});

type Part = "number" | "expiry" | "code";
const order: Part[] = ["number", "expiry", "code"];

interface Typed {
  isComplete: boolean;
  error: { code: string; message: string } | undefined;
}

const elements = { number: CardNumberElement, expiry: CardExpiryElement, code: CardCvcElement } as const;
const labels: Record<Part, string> = { number: "Card number", expiry: "Expiry (MM/YY)", code: "CVC" };
const untyped: Typed = { isComplete: false, error: undefined };
const missing: Record<Part, string> = {
  number: "Your card number is incomplete.",
  expiry: "Your card's expiration date is incomplete.",
  code: "Your card's security code is incomplete.",
};
const brands: Partial<Record<StripeCardNumberElementChangeEvent["brand"], string>> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

function StripeCard({ ref, stripe }: { ref: Ref<CardEntry>; stripe: Stripe }) {
  const group = useElements();
  const [typed, setTyped] = useState({ number: untyped, expiry: untyped, code: untyped });
  const [brand, setBrand] = useState("");
  const [isAsked, setAsked] = useState(false);
  const [style] = useState(fieldStyle);

  const change = (part: Part) => (event: StripeElementChangeEvent) => {
    setTyped((before) => ({ ...before, [part]: { isComplete: event.complete, error: event.error } }));
  };
  function changeNumber(event: StripeCardNumberElementChangeEvent) {
    change("number")(event);
    setBrand(brands[event.brand] ?? "");
  }
  const isMissing = (part: Part) =>
    !typed[part].isComplete && (typed[part].error?.code.startsWith("incomplete") ?? true);

  useImperativeHandle(ref, () => ({
    isEntered: () => !order.some(isMissing),
    isGood() {
      setAsked(true);
      const wrong = order.find((part) => !typed[part].isComplete);
      if (wrong) group?.getElement(elements[wrong] as typeof CardNumberElement)?.focus();
      return !wrong;
    },
    // Stripe does not tell the last digits, so only the brand is named.
    ending: () => brand,
    confirm(clientSecret, billing) {
      const card = group?.getElement(CardNumberElement);
      if (!card) return Promise.resolve(declined());
      const payment_method = { card, billing_details: { ...known(billing), address: known(billing.address) } };
      return outcomeOf(stripe, clientSecret, stripe.confirmCardPayment(clientSecret, { payment_method }));
    },
  }));

  const field = (part: Part, input: (id: string) => ReactNode) => {
    const { isComplete, error } = typed[part];
    const words = error?.message ?? (isAsked && !isComplete ? missing[part] : undefined);
    return (
      <StripeField label={labels[part]} error={words} className={part === "number" ? "card-field__number" : undefined}>
        {input}
      </StripeField>
    );
  };
  return (
    <div className="card-field">
      {field("number", (id) => (
        <CardNumberElement id={id} className="input" options={{ style, showIcon: true }} onChange={changeNumber} />
      ))}
      {field("expiry", (id) => (
        <CardExpiryElement id={id} className="input" options={{ style }} onChange={change("expiry")} />
      ))}
      {field("code", (id) => (
        <CardCvcElement id={id} className="input" options={{ style }} onChange={change("code")} />
      ))}
    </div>
  );
}

interface StripeFieldProps {
  label: string;
  error: string | undefined;
  className: string | undefined;
  children: (id: string) => ReactNode;
}

/** A Stripe field with the shop's label and error message; the input element is in Stripe's iframe. */
function StripeField({ label, error, className, children }: StripeFieldProps) {
  const id = useId();
  return (
    <div className={["field", error && "has-error", className].filter(Boolean).join(" ")}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
      {error && (
        <p className="field__msg" role="alert">
          <Icon name="alert" size="small" />
          {error}
        </p>
      )}
    </div>
  );
}

/** Colors and fonts of the page, for fields in iframes that the shop's style sheets cannot reach. */
function fieldStyle() {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(name).trim();
  return {
    base: {
      color: color("--bone"),
      iconColor: color("--dust"),
      fontFamily: getComputedStyle(document.body).fontFamily,
      fontSize: "16px",
      lineHeight: "24px",
      "::placeholder": { color: color("--dust") },
    },
    invalid: { color: color("--bone"), iconColor: color("--flare") },
  };
}

const wallets = {
  buttonHeight: 48,
  paymentMethods: {
    ...({ applePay: "auto", googlePay: "auto" } as const),
    ...({ link: "never", amazonPay: "never", paypal: "never", klarna: "never" } as const),
  },
} as const;

/** Apple Pay and Google Pay, where account, browser and device support them. */
function StripeWallets({ stripe, amount, onPay }: WalletButtonsProps & { stripe: Stripe }) {
  const options = { mode: "payment" as const, amount, currency: "usd", allowedPaymentMethodTypes: ["card"], locale };
  return (
    <Elements stripe={stripe} options={options}>
      <WalletRow stripe={stripe} onPay={onPay} />
    </Elements>
  );
}

function WalletRow({ stripe, onPay }: Pick<WalletButtonsProps, "onPay"> & { stripe: Stripe }) {
  const group = useElements();
  const [isThere, setThere] = useState(false);

  async function pay(event: StripeExpressCheckoutElementConfirmEvent) {
    const submitted = await group?.submit();
    if (!group || !submitted || submitted.error) return event.paymentFailed({ reason: "fail" });

    let outcome: ConfirmationOutcome | undefined;
    await onPay({
      isEntered: () => true,
      isGood: () => true,
      ending: () => (event.expressPaymentType === "apple_pay" ? "Apple Pay" : "Google Pay"),
      confirm: async (clientSecret: string, _billing: Billing) => {
        const confirmParams = { return_url: `${location.origin}/order-success` };
        outcome = await outcomeOf(
          stripe,
          clientSecret,
          stripe.confirmPayment({ elements: group, clientSecret, confirmParams, redirect: "if_required" }),
        );
        return outcome;
      },
    });
    // Without this call the wallet's sheet stays open.
    if (!outcome || outcome.status === "declined") event.paymentFailed({ reason: "fail" });
  }

  return (
    <div className={isThere ? "wallets is-there" : "wallets"}>
      <ExpressCheckoutElement
        options={wallets}
        onReady={({ availablePaymentMethods }) => setThere(availablePaymentMethods !== undefined)}
        onLoadError={() => setThere(false)}
        onConfirm={pay}
      />
      <p className="wallets__or">or</p>
    </div>
  );
}
