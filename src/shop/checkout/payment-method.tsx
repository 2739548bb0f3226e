import type { FormEvent, RefObject } from "react";
import { limits } from "~/shop/limits";
import type { Cents } from "~/shop/money";
import { PaymentMethod } from "~/shop/payments/gateway";
import { providerNames, type CardEntry, type PaymentProvider, type ProviderChoice } from "~/shop/payments/provider";
import { Button } from "~/ui/button";
import { Radio } from "~/ui/checkbox-and-radio";
import { Icon } from "~/ui/icon";
import { PaymentLogos, type PaymentMethod as Plate } from "~/ui/payment-logos";
import { useToast } from "~/ui/toast";

export interface PaymentMethodProps {
  gateway: ProviderChoice["name"];
  provider: PaymentProvider | null;
  hasFailed: boolean;
  reload: () => void;
  card: RefObject<CardEntry | null>;
  method: PaymentMethod | null;
  /** Amount in cents for a device's wallet. */
  amount: Cents;
  onWallet: (wallet: CardEntry) => Promise<void>;
  onChoose: (method: PaymentMethod) => void;
  onSaved: () => void;
}

/** Form of the payment section: card in the provider's field, or a method that is paid later on the provider's own page. */
export function PaymentMethodForm(props: PaymentMethodProps) {
  const { hasFailed, card, method, onSaved } = props;
  const toast = useToast();

  function save(event: FormEvent) {
    event.preventDefault();
    if (method !== "Credit Card") return method && onSaved();
    if (!card.current?.isEntered()) {
      card.current?.isGood();
      return toast.info("Please enter your card details first", { timeout: limits.timings.checkoutToast });
    }
    if (!card.current.isGood()) return toast.error("Value is not valid.", { timeout: limits.timings.checkoutToast });
    onSaved();
  }

  return (
    <form onSubmit={save} noValidate>
      <MethodFields {...props} button="COMPLETE PURCHASE" />
      {method && !hasFailed && (
        <div>
          <Button type="submit" size="large">
            Save payment method
          </Button>
        </div>
      )}
    </form>
  );
}

/** Fields of the payment methods: a device's wallet, a card in the provider's field, or the provider's own page. */
export function MethodFields(props: Omit<PaymentMethodProps, "onSaved"> & { button: string }) {
  const { gateway, provider, hasFailed, reload, card, method, amount, onWallet, onChoose, button } = props;
  const CardField = provider?.CardField;
  const WalletButtons = provider?.WalletButtons;
  return (
    <>
      {WalletButtons && amount > 0 && <WalletButtons amount={amount} onPay={onWallet} />}
      <MethodRadios method={method} onChoose={onChoose} />
      {hasFailed && <ProviderFailed gateway={gateway} reload={reload} />}
      {method === "Credit Card" && (
        <div>
          {CardField ? (
            <CardField ref={card} />
          ) : (
            !hasFailed && <p className="muted">The card field is on its way...</p>
          )}
        </div>
      )}
      {method === "Klarna" && (
        <p className="ways__note">
          {button} takes you to {gateway === "sandbox" ? "a test page in place of Klarna" : "Klarna"}, where you approve
          the payment, and brings you back here.
        </p>
      )}
    </>
  );
}

/** Logos that are shown beside each payment method. */
const plates: Record<PaymentMethod, Plate[]> = { "Credit Card": ["visa", "mastercard"], Klarna: ["klarna"] };

const MethodRadios = ({ method, onChoose }: Pick<PaymentMethodProps, "method" | "onChoose">) => (
  <fieldset className="ways">
    <legend className="vh">Payment method</legend>
    {PaymentMethod.options.map((option) => (
      <div key={option} className="ways__one">
        <Radio
          name="method"
          label={option}
          value={option}
          checked={method === option}
          onChange={() => onChoose(option)}
        />
        <PaymentLogos only={plates[option]} label={`Taken as ${option}`} />
      </div>
    ))}
  </fieldset>
);

const ProviderFailed = ({ gateway, reload }: Pick<PaymentMethodProps, "gateway" | "reload">) => (
  <div className="form-msg ways__failed" role="alert">
    <Icon name="alert" size="small" />
    <p>The payment provider ({providerNames[gateway]}) could not be loaded. Nothing can be paid until it is.</p>
    <Button look="quiet" onClick={reload}>
      Try again
    </Button>
  </div>
);

/** Summary of the saved payment section. */
export const PaymentMethodSummary = ({ method, cardEnding, isDeclined }: SummaryProps) => (
  <>
    <b>{method}</b> {method === "Credit Card" && cardEnding}
    {isDeclined && <p className="step__refused">It was not taken. Edit it, or choose another way to pay.</p>}
  </>
);

interface SummaryProps {
  method: PaymentMethod | null;
  cardEnding: string;
  /** Whether the last attempt to pay by this method was declined. */
  isDeclined: boolean;
}
