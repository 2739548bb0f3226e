import { Field } from "~/ui/field";
import { maskPostalCode } from "./input-masks";
import type { useSection } from "./use-section";

interface ZipFieldProps {
  field: ReturnType<typeof useSection>["field"];
  /** True if a city with several ZIPs was chosen. */
  isCityPicked: boolean;
}

/** Field for the ZIP of the billing address. */
export const ZipField = ({ field, isCityPicked }: ZipFieldProps) => (
  <Field
    {...field("postalCode", maskPostalCode)}
    label="ZIP"
    hint={isCityPicked ? "This city has several ZIPs. Please type yours." : undefined}
    inputMode="numeric"
    autoComplete="postal-code"
    className="c3"
    required
  />
);
