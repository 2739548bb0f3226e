import { byName } from "~/platform/by-name";
import type { FormParts } from "../forms/workshop-form";
import { Field, NumberField, Tick } from "../ui/field";

/** Labels of a range's fields in the list of errors. */
export const RANGE_LABELS = byName<string>({
  zipFrom: "ZIP from",
  zipTo: "ZIP to",
  name: "County or city",
  localRate: "Rate",
});

/** Fields of a ZIP range. */
export const RangeFields = ({ field, tick }: FormParts) => (
  <>
    <div className="tax-fields">
      <Field
        {...field("zipFrom")}
        label="ZIP from"
        labelNote="five digits, or the first three"
        inputMode="numeric"
        autoComplete="off"
      />
      <Field
        {...field("zipTo")}
        label="ZIP to"
        labelNote="empty means this one"
        inputMode="numeric"
        autoComplete="off"
      />
      <Field {...field("name")} label="County or city" autoComplete="off" />
      <NumberField
        {...field("localRate")}
        label="County's and city's rate"
        labelNote="without the state's"
        inputMode="decimal"
        unit="%"
      />
    </div>
    <Tick {...tick("localExempt", "yes")}>
      County and city go by the state&apos;s rules here, too: what the state does not tax, they do not either
    </Tick>
  </>
);
