import { WorkshopForm } from "../forms/workshop-form";
import { Button } from "../ui/button";
import { NumberField } from "../ui/field";

interface MarkFormProps {
  variantId: number;
  /** The product's own low-stock mark; null if the shop's setting applies. */
  mark: number | null;
  version: number;
  /** Low-stock mark of the shop's settings. */
  fallback: number;
  submission: string;
}

/** Form for a product's low-stock mark, which applies to all variants of the product. */
export const MarkForm = ({ variantId, mark, version, fallback, submission }: MarkFormProps) => (
  <WorkshopForm
    name="mark"
    action={`/stock/${variantId}`}
    className="stack narrow-form"
    submission={submission}
    version={version}
    stored={{ mark: mark === null ? "" : String(mark) }}
    labels={{ mark: "Low stock at" }}
    preventScrollReset
  >
    {({ field, isSending }) => (
      <>
        <NumberField
          {...field("mark")}
          label="Low stock at"
          labelNote="of a size and color; for all of this product"
          unit="pieces or fewer"
          note={`Empty, the settings count: ${fallback}.`}
        />
        <div>
          <Button busy={isSending}>Save the low mark</Button>
        </div>
      </>
    )}
  </WorkshopForm>
);
