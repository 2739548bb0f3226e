import { byName } from "~/platform/by-name";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { NumberField, SelectField, Field } from "../ui/field";
import { REASONS } from "./adjust-reasons";

interface AdjustFormProps {
  variantId: number;
  level: number | null;
  submission: string;
}

const LABELS = byName<string>({ wanted: "Can be sold", cause: "Why", reason: "In words" });

/** Form that sets a variant's number of sellable pieces, with a reason. */
export function AdjustForm({ variantId, level, submission }: AdjustFormProps) {
  const shown = level === null ? "" : String(level);
  return (
    <WorkshopForm
      name="adjust"
      action={`/stock/${variantId}`}
      className="stack narrow-form"
      submission={submission}
      stored={{ wanted: shown, shown }}
      labels={LABELS}
      preventScrollReset
    >
      {(parts) => (
        <>
          <input type="hidden" name="shown" value={parts.isSentBefore ? shown : parts.value("shown")} />
          <AdjustFields {...parts} isCounted={shown !== ""} />
          <div>
            <Button look="main" busy={parts.isSending}>
              Change the number
            </Button>
          </div>
        </>
      )}
    </WorkshopForm>
  );
}

const AdjustFields = ({ field, isCounted }: FormParts & { isCounted: boolean }) => (
  <>
    <NumberField
      {...field("wanted")}
      label="Can be sold"
      unit="pieces"
      note={
        isCounted
          ? "Only the difference is stored: what is sold meanwhile stays sold."
          : "It is sold without limit now. With a number it is counted from then on."
      }
    />
    <SelectField {...field("cause")} label="Why">
      <option value="">Choose why</option>
      {Object.entries(REASONS).map(([cause, words]) => (
        <option key={cause} value={cause}>
          {words}
        </option>
      ))}
    </SelectField>
    <Field {...field("reason")} label="In words" labelNote="stands in the ledger" />
  </>
);
