import type { PaymentMethod } from "~/shop/payments/gateway";
import type { Billing } from "~/shop/payments/sandbox";
import { Field } from "~/ui/field";
import { fiveDigitsOf } from "./payer";

interface PayerFieldsProps {
  method: PaymentMethod;
  errors: Record<string, string | undefined>;
}

/**
 * Fields about the payer that the method needs. They are empty at first: a pay link may have reached the wrong mailbox, so its
 * page tells nothing about the shopper.
 */
export function PayerFields({ method, errors }: PayerFieldsProps) {
  const field = (name: string) => ({ name, required: true, ...(errors[name] && { error: errors[name] }) });
  const isKlarna = method === "Klarna";
  return (
    <>
      {isKlarna && (
        <>
          <Field {...field("name")} label="Name" autoComplete="billing name" maxLength={100} />
          <Field {...field("email")} label="Email" type="email" autoComplete="email" maxLength={254} />
          <Field {...field("street")} label="Street" autoComplete="billing address-line1" maxLength={100} />
          <Field {...field("city")} label="City" autoComplete="billing address-level2" maxLength={50} className="c3" />
        </>
      )}
      <Field
        key="postalCode"
        {...field("postalCode")}
        label={isKlarna ? "ZIP" : "ZIP of the card's address"}
        inputMode="numeric"
        autoComplete="billing postal-code"
        maxLength={10}
        className="c3"
      />
    </>
  );
}

/** The entered payer, in the form that payment providers take; empty texts where the method asks nothing. */
export function payerIn(form: HTMLFormElement): Billing {
  const sent = new FormData(form);
  const text = (name: string) => {
    const value = sent.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return {
    name: text("name"),
    email: text("email"),
    phone: "",
    address: {
      line1: text("street"),
      city: text("city"),
      postal_code: fiveDigitsOf(text("postalCode")),
      country: "US",
    },
  };
}

/** Payer whose data the device's wallet gives. */
export const payerOfWallet: Billing = {
  name: "",
  email: "",
  phone: "",
  address: { line1: "", city: "", postal_code: "", country: "US" },
};
