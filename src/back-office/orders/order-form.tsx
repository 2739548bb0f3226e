import type { ReactNode } from "react";
import { useParams } from "react-router";
import { GuardedForm } from "../ui/guarded-form";

/** Fields that every form of an order's page sends: the page's id, and the version of the order it was shown with. */
export interface PageForm {
  submission: string;
  version: number;
}

/** The hidden fields of a form about an order. */
export const FormFacts = ({ form }: { form: PageForm }) => (
  <>
    <input type="hidden" name="submission" value={form.submission} />
    <input type="hidden" name="version" value={form.version} />
  </>
);

const STEPS = "order-steps";

interface OrderFormProps {
  form: PageForm;
  className?: string;
  /** Note that was typed and is not stored. */
  typed: string;
  children: ReactNode;
}

/** The one form of an order's own page: whichever step is sent, a note that is half written goes with it and comes back. */
export function OrderForm({ form, className, typed, children }: OrderFormProps) {
  const { number } = useParams();
  return (
    <GuardedForm
      id={STEPS}
      action={`/orders/${number}`}
      className={className}
      answer={typed || undefined}
      stays={`/orders/${number}`}
      preventScrollReset
    >
      <FormFacts form={form} />
      {children}
    </GuardedForm>
  );
}

/** Target of a step: a parcel, a note or a refund, and its version where that is not the order's. */
interface StepTarget {
  id: string | number;
  version?: number;
}

/** Makes a button, wherever on the page it stands, send one step of the order: once, however often it is pressed. */
export const sendsStep = (intent: string, about?: StepTarget) => ({
  form: STEPS,
  name: "step",
  value: [intent, about?.id, about?.version].filter((part) => part !== undefined).join(" "),
  // Other steps than the note send none, so that an empty note must not stop them.
  formNoValidate: intent !== "note",
});
