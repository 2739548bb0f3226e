import { type ReactNode, useState } from "react";
import type { Bag } from "~/shop/bag/bag";
import { checkCodeFor } from "~/shop/bag/code-check";
import type { Cents } from "~/shop/money";
import { areByEmail } from "~/shop/price";
import { BillingAddressForm } from "./billing-address";
import { Address, DeliveryForm, DeliverySummary } from "./delivery";
import { MyInformationForm, MyInformationSummary } from "./my-information";
import { PaymentMethodForm, PaymentMethodSummary, type PaymentMethodProps } from "./payment-method";
import { Section } from "./section";
import type { Fields } from "./checkout-fields";
import type { FasterMethod, Quoted } from "./quote";
import type { Section as Name, Step, Steps } from "./steps";
import { useStateOfZip } from "./use-state-of-zip";

interface CheckoutSectionsProps {
  fields: Fields;
  steps: Steps;
  onStep: (step: Step) => void;
  isDisabled: boolean;
  googleMapsKey: string;
  /** Whether the shop has zones of delivery. */
  hasZones: boolean;
  /** Whether the shop offers a reminder of an unfinished checkout. */
  hasReminder: boolean;
  quoted: Quoted;
  /** Faster method of delivery that may be chosen for the address. */
  faster: FasterMethod | undefined;
  /** Lines of the purchase: gift cards are sent by e-mail. */
  lines: Bag;
  /** Value of the goods in cents, by which the code is checked once the e-mail address is known. */
  goodsValue: Cents;
  /** Whether the last attempt to pay was declined; the payment section then says so. */
  isDeclined: boolean;
  /** Notices about changes of the total, under the saved sections that caused them. */
  notices: { information: ReactNode; billing: ReactNode };
  /** `isDue`: whether something is left to pay. */
  payment: Omit<PaymentMethodProps, "method" | "onChoose" | "onSaved"> & { isDue: boolean };
}

/** The checkout's four sections, opened one after another. */
export function CheckoutSections(props: CheckoutSectionsProps) {
  const { fields, steps, onStep, isDisabled, googleMapsKey, hasZones, hasReminder } = props;
  const { quoted, lines, goodsValue, faster, isDeclined, payment, notices } = props;
  const isByEmail = areByEmail(lines);
  const [cardEnding, setCardEnding] = useState("");
  useStateOfZip(fields, steps.saved.billing);
  const section = { steps, onEdit: (name: Name) => onStep({ do: "edit", section: name }) };
  const takes = quoted.at === "known" ? quoted.takes : undefined;
  const saved = (name: Name) => () => {
    if (name === "information") void checkCodeFor(fields.email.trim(), goodsValue);
    if (name === "payment") setCardEnding(payment.card.current?.ending() ?? "");
    onStep({ do: "save", section: name });
  };
  return (
    <fieldset className="steps" disabled={isDisabled}>
      <legend className="vh">Your order in four steps</legend>
      <Section
        {...section}
        name="information"
        summary={<MyInformationSummary fields={fields} />}
        notice={notices.information}
      >
        <MyInformationForm {...{ fields, hasReminder }} onSaved={saved("information")} />
      </Section>
      <Section
        {...section}
        name="billing"
        isRefused={quoted.at === "elsewhere"}
        summary={<Address fields={fields} />}
        notice={notices.billing}
      >
        <BillingAddressForm {...{ fields, googleMapsKey, hasZones }} onSaved={saved("billing")} />
      </Section>
      <Section {...section} name="delivery" summary={<DeliverySummary {...{ fields, takes, faster, isByEmail }} />}>
        <DeliveryForm {...{ fields, takes, faster, quoted, isByEmail }} onSaved={saved("delivery")} />
      </Section>
      <Section
        {...section}
        name="payment"
        keepsForm
        isRefused={isDeclined}
        summary={
          <Payable isDue={payment.isDue}>
            <PaymentMethodSummary method={steps.method} cardEnding={cardEnding} isDeclined={isDeclined} />
          </Payable>
        }
      >
        <Payable isDue={payment.isDue}>
          <PaymentMethodForm
            {...payment}
            method={steps.method}
            onChoose={(method) => onStep({ do: "choose", method })}
            onSaved={saved("payment")}
          />
        </Payable>
      </Section>
    </fieldset>
  );
}

/**
 * The way to pay, or a sentence in its place if nothing is due. What was entered stays in the page, because a gift card that pays all may be
 * taken off again.
 */
const Payable = ({ isDue, children }: { isDue: boolean; children: ReactNode }) => (
  <>
    <div hidden={!isDue}>{children}</div>
    {!isDue && <p>Nothing is left to pay. COMPLETE PURCHASE places your order.</p>}
  </>
);
