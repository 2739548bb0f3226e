import type { ReactNode } from "react";
import { useParams } from "react-router";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";

/** The identity of a page's form: its id, and the version of the order it was shown with. */
export interface PageForm {
  submission: string;
  version: number;
}

const STEPS = "order-steps";

interface OrderFormProps extends PageForm {
  className?: string;
  children(parts: FormParts): ReactNode;
}

/** The single form of an order's page: every step sends a half-written note along, and it is shown again. */
export function OrderForm(props: OrderFormProps) {
  const { number } = useParams();
  const page = `/orders/${number}`;
  return (
    <WorkshopForm id={STEPS} action={page} stays={page} isSaidAbove noValidate={false} preventScrollReset {...props} />
  );
}

/** Parcel, note or refund that a step is about, and its version; unset for the order itself. */
interface StepTarget {
  id: string | number;
  version?: number;
}

/** Props of a button that sends a step of the order, from anywhere on the page, and only once however often it is pressed. */
export const sendsStep = (intent: string, about?: StepTarget) => ({
  form: STEPS,
  name: "step",
  value: [intent, about?.id, about?.version].filter((part) => part !== undefined).join(" "),
  // Only the note has a required field, and other steps do not save it.
  formNoValidate: intent !== "note",
});
