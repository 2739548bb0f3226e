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

/** The one form of an order's own page: whichever step is sent, a note that is half written goes with it and comes back. */
export function OrderForm(props: OrderFormProps) {
  const { number } = useParams();
  const page = `/orders/${number}`;
  return (
    <WorkshopForm id={STEPS} action={page} stays={page} isSaidAbove noValidate={false} preventScrollReset {...props} />
  );
}

/** The target of a step: a parcel, a note or a refund, and its version where that is not the order's. */
interface StepTarget {
  id: string | number;
  version?: number;
}

/** Makes a button, wherever on the page it stands, send one step of the order: once, however often it is pressed. */
export const sendsStep = (intent: string, about?: StepTarget) => ({
  form: STEPS,
  name: "step",
  value: [intent, about?.id, about?.version].filter((part) => part !== undefined).join(" "),
  // Only the note could lack something, and other steps do not send it.
  formNoValidate: intent !== "note",
});
