import type { ReactNode } from "react";
import { useParams } from "react-router";
import { GuardedForm } from "../ui/guarded-form";

/** What every form of an order's page sends: the page's id, and the version of the order it was shown with. */
export interface PageForm {
  submission: string;
  version: number;
}

interface OrderFormProps {
  form: PageForm;
  intent: string;
  /** The parcel, note or refund it is about. */
  target?: string | number;
  className?: string;
  children: ReactNode;
}

/** The hidden fields of a form about an order. */
export const FormFacts = ({ form }: { form: PageForm }) => (
  <>
    <input type="hidden" name="submission" value={form.submission} />
    <input type="hidden" name="version" value={form.version} />
  </>
);

/** A form of an order's own page: one act, once however often it is sent. */
export function OrderForm({ form, intent, target, className, children }: OrderFormProps) {
  const { number } = useParams();
  return (
    <GuardedForm action={`/orders/${number}`} className={className} preventScrollReset>
      <FormFacts form={form} />
      <input type="hidden" name="intent" value={intent} />
      {target !== undefined && <input type="hidden" name="target" value={target} />}
      {children}
    </GuardedForm>
  );
}
