import { useNavigation } from "react-router";
import type { Declined } from "../form-answers";
import { SavingForm } from "../saving-form";
import { Button } from "../ui/button";
import { NumberField } from "../ui/field";

interface MarkFormProps {
  pairId: number;
  /** The product's own mark; null where the settings' counts. */
  mark: number | null;
  version: number;
  /** The settings' mark. */
  fallback: number;
  submission: string;
  answer: Declined | undefined;
}

/** From how many pieces on all pairs of the product are low. */
export function MarkForm({ pairId, mark, version, fallback, submission, answer }: MarkFormProps) {
  const shown = mark === null ? "" : String(mark);
  return (
    <SavingForm
      action={`/stock/${pairId}`}
      className="stack adjust"
      submission={submission}
      answer={answer}
      labels={{ mark: "Low stock at" }}
    >
      <input type="hidden" name="intent" value="mark" />
      <input type="hidden" name="submission" value={submission} />
      <input type="hidden" name="version" value={version} />
      <NumberField
        id="mark"
        name="mark"
        label="Low stock at"
        labelNote="of a size and color; for all of this product"
        unit="pieces or fewer"
        defaultValue={answer?.values.mark ?? shown}
        error={answer?.errors.mark}
        note={`Empty, the settings count: ${fallback}.`}
      />
      <div>
        <Button busy={useNavigation().formMethod === "POST"}>Save the low mark</Button>
      </div>
    </SavingForm>
  );
}
