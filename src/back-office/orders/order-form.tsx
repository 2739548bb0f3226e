import type { ReactNode } from "react";
import { useParams } from "react-router";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";

/** Submission id of the page's form, and version of the order when the page was shown. */
export interface PageForm {
  submission: string;
  version: number;
}

const STEPS = "order-steps";

interface OrderFormProps extends PageForm {
  className?: string;
  children(parts: FormParts): ReactNode;
}

/** The single form of an order's page: every act also sends an unsaved note, which the next page shows again. */
export function OrderForm(props: OrderFormProps) {
  const { number } = useParams();
  const page = `/orders/${number}`;
  return (
    <WorkshopForm
      id={STEPS}
      // The form keeps a typed note while the page's data is reloaded and while dialogs are opened.
      opening={page}
      action={page}
      stays={page}
      isSaidAbove
      noValidate={false}
      preventScrollReset
      {...props}
    />
  );
}

/** Parcel, note or refund that an act changes, and its version; undefined for the order itself. */
interface StepTarget {
  id: string | number;
  version?: number;
}

/** Props of a button that sends an act of the page's form, from anywhere on the page; repeated presses have one effect. */
export const sendsStep = (intent: string, about?: StepTarget) => ({
  form: STEPS,
  name: "step",
  value: [intent, about?.id, about?.version].filter((part) => part !== undefined).join(" "),
  // The only required field is the note, which other acts do not save.
  formNoValidate: intent !== "note",
});
