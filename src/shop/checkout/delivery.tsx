import { Button } from "~/ui/button";
import { Field } from "~/ui/field";
import { later } from "~/ui/later";
import type { FasterMethod, Quoted } from "./quote";
import { addressLine, stateIn, type Fields } from "./checkout-fields";
import { maskPhone } from "./input-masks";
import { phoneShown } from "~/shop/phone-shown";
import { useSection } from "./use-section";

/** Loaded later: it is not shown before the address has a quote. */
const Methods = later(async () => (await import("./delivery-methods")).DeliveryMethods);

interface DeliveryProps {
  fields: Fields;
  /** Faster method that may be chosen for the address. */
  faster: FasterMethod | undefined;
  quoted: Quoted;
  /** Time on the road to the address, if its zone of delivery has one. */
  takes: string | undefined;
  /** Whether nothing is sent but gift cards, by e-mail. */
  isByEmail: boolean;
  onSaved: () => void;
}

/** Form for delivery: shows the billing address with the state of its ZIP, and asks for a phone number for the carrier. */
export function DeliveryForm({ fields, takes, faster, quoted, isByEmail, onSaved }: DeliveryProps) {
  const { form, field, change } = useSection("delivery", fields, onSaved);
  return (
    <form {...form}>
      {isByEmail ? (
        <p className="label">By e-mail</p>
      ) : (
        <div>
          <p className="label">Same as billing</p>
          <Address fields={fields} />
          {takes && <p className="fine">On its way for {takes}</p>}
        </div>
      )}
      {faster && !isByEmail && (
        <Methods
          {...{ faster, quoted }}
          isFaster={fields.faster}
          onChoose={(isFaster) => change({ faster: isFaster })}
        />
      )}
      <Field
        {...field("phone", maskPhone)}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        hint={isByEmail ? undefined : "For the carrier only, should they not find you."}
        className="c4"
      />
      <div className="step__save">
        <Button type="submit" size="large">
          Save and continue
        </Button>
      </div>
    </form>
  );
}

/** Summary of the saved delivery section. */
export const DeliverySummary = ({
  fields,
  takes,
  faster,
  isByEmail,
}: Pick<DeliveryProps, "fields" | "takes" | "faster" | "isByEmail">) => (
  <>
    {isByEmail ? "By e-mail" : "Same as billing"}
    {!isByEmail && faster && fields.faster && `, ${faster.name}`}
    <br />
    {phoneShown(fields.phone) || "No phone number"}
    {takes && !isByEmail && (
      <>
        <br />
        On its way for {takes}
      </>
    )}
  </>
);

/** The entered billing address; a typed one with the state of its ZIP. */
export function Address({ fields }: { fields: Fields }) {
  return (
    <address className="step__address">
      {addressLine(fields)}
      {fields.byHand && (
        <>
          <br />
          {stateIn(fields)} {fields.postalCode}
          <br />
          United States
        </>
      )}
    </address>
  );
}
