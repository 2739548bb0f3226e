import { useState } from "react";
import { trackingDoubt } from "~/shop/orders/parcels/tracking-doubts";
import { Field } from "../ui/field";

interface CarrierProps {
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

/** Who carries a parcel, and its number; while it is typed it is looked at, and what may be wrong with it is said. */
export function CarrierFields({ typed, errors }: CarrierProps) {
  const [carrier, setCarrier] = useState(typed["carrier"] ?? "");
  const [tracking, setTracking] = useState(typed["tracking"] ?? "");
  const doubt = trackingDoubt(carrier, tracking);
  return (
    <>
    <Field
      id="carrier"
      name="carrier"
      label="Carrier"
      labelNote="UPS, USPS, FedEx and DHL have a tracking link"
      list="carriers"
      required
      maxLength={60}
      defaultValue={typed["carrier"]}
      onChange={({ target }) => setCarrier(target.value)}
      {...(errors["carrier"] && { error: errors["carrier"] })}
    />
    <datalist id="carriers">
      {["UPS", "USPS", "FedEx", "DHL"].map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </datalist>
    <Field
      id="tracking"
      name="tracking"
      label="Tracking number"
      autoComplete="off"
      maxLength={80}
      defaultValue={typed["tracking"]}
      onChange={({ target }) => setTracking(target.value)}
      {...(doubt && { note: `Look again: ${doubt.charAt(0).toLowerCase()}${doubt.slice(1)} It can be sent as it is.` })}
      {...(errors["tracking"] && { error: errors["tracking"] })}
    />
    </>
  );
}
