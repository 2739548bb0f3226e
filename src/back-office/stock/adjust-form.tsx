import { useNavigation } from "react-router";
import type { Declined } from "../form-answers";
import { SavingForm } from "../saving-form";
import { useKept } from "../use-pending-form";
import { Button } from "../ui/button";
import { NumberField, SelectField, Field } from "../ui/field";
import { REASONS } from "./adjust-reasons";

interface AdjustFormProps {
  pairId: number;
  level: number | null;
  submission: string;
  answer: Declined | undefined;
}

const LABELS: Record<string, string> = { wanted: "Can be sold", cause: "Why", reason: "In words" };

/** Sets how many pieces of a pair can be sold, with a reason. */
export function AdjustForm({ pairId, level, submission, answer }: AdjustFormProps) {
  const kept = useKept();
  const typed = answer?.values ?? (kept.wanted === undefined ? {} : kept);
  const errors = answer?.errors ?? {};
  const shown = level === null ? "" : String(level);
  return (
    <SavingForm
      action={`/stock/${pairId}`}
      className="stack adjust"
      submission={submission}
      answer={answer}
      pending={typed === kept ? kept : {}}
      labels={LABELS}
    >
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="shown" value={typed.shown ?? shown} />
      <AdjustFields typed={typed} errors={errors} shown={shown} />
      <div>
        <Button look="main" busy={useNavigation().formMethod === "POST"}>
          Change the number
        </Button>
      </div>
    </SavingForm>
  );
}

interface AdjustFieldsProps {
  typed: Record<string, string | undefined>;
  errors: Record<string, string>;
  /** The level as it stands; empty without a limit. */
  shown: string;
}

const AdjustFields = ({ typed, errors, shown }: AdjustFieldsProps) => (
  <>
    <NumberField
      id="wanted"
      name="wanted"
      label="Can be sold"
      unit="pieces"
      defaultValue={typed.wanted ?? shown}
      error={errors.wanted}
      note={
        shown === ""
          ? "It is sold without limit now. With a number it is counted from then on."
          : "Only the difference is stored: what is sold meanwhile stays sold."
      }
    />
    <SelectField id="cause" name="cause" label="Why" defaultValue={typed.cause ?? ""} error={errors.cause}>
      <option value="">Choose why</option>
      {Object.entries(REASONS).map(([cause, words]) => (
        <option key={cause} value={cause}>
          {words}
        </option>
      ))}
    </SelectField>
    <Field
      id="reason"
      name="reason"
      label="In words"
      labelNote="stands in the ledger"
      defaultValue={typed.reason ?? ""}
      error={errors.reason}
    />
  </>
);
