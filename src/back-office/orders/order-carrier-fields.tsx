import { useState } from "react";
import { trackingDoubt } from "~/shop/orders/parcels/tracking-doubts";
import type { FormParts } from "../forms/workshop-form";
import { Field } from "../ui/field";

/** Fields for carrier and tracking number, with a warning about unlikely numbers while typing. */
export function CarrierFields({ field }: Pick<FormParts, "field">) {
  const [typed, setTyped] = useState<{ carrier?: string; tracking?: string }>({});
  const [carrier, tracking] = [field("carrier"), field("tracking")];
  const doubt = trackingDoubt(typed.carrier ?? carrier.defaultValue, typed.tracking ?? tracking.defaultValue);
  return (
    <>
      <Field
        {...carrier}
        label="Carrier"
        labelNote="UPS, USPS, FedEx and DHL have a tracking link"
        list="carriers"
        required
        maxLength={60}
        onChange={({ target }) => setTyped((earlier) => ({ ...earlier, carrier: target.value }))}
      />
      <datalist id="carriers">
        {["UPS", "USPS", "FedEx", "DHL"].map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <Field
        {...tracking}
        label="Tracking number"
        autoComplete="off"
        maxLength={80}
        onChange={({ target }) => setTyped((earlier) => ({ ...earlier, tracking: target.value }))}
        {...(doubt && {
          note: `Look again: ${doubt.charAt(0).toLowerCase()}${doubt.slice(1)} It can be sent as it is.`,
        })}
      />
    </>
  );
}
