import { Field } from "../ui/field";

interface CarrierProps {
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
}

/** Who carries a parcel, and its number. */
export const CarrierFields = ({ typed, errors }: CarrierProps) => (
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
      {...(errors["tracking"] && { error: errors["tracking"] })}
    />
  </>
);
