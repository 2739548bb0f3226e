import type { ReactNode } from "react";
import { Form } from "react-router";
import { LeaveGuard } from "./ui/leave-guard";
import { ErrorSummary } from "./ui/notice";
import { KeptNotice } from "./ui/pending-form-notice";
import { useChangedForm } from "./ui/use-changed-form";

interface SavingFormProps {
  action: string;
  className: string;
  /** The id of this form as it was shown. */
  submission: string;
  /** What came back of a save that was refused. */
  answer: { errors: Record<string, string>; message?: string } | undefined;
  /** What was typed before the session was over, where the form shows it. */
  pending?: object;
  /** What the fields are called above the form. */
  labels: Record<string, string>;
  children: ReactNode;
}

/** A form that saves: asks before it is left unsaved, and names above its fields why a save was refused. */
export function SavingForm(props: SavingFormProps) {
  const { action, className, submission, answer, pending = {}, labels, children } = props;
  const { element, isChanged, onSubmit } = useChangedForm(answer);
  const errors = Object.entries(answer?.errors ?? {}).map(([id, error]) => ({ id, label: labels[id] ?? id, error }));
  return (
    <Form
      method="post"
      action={action}
      className={className}
      noValidate
      preventScrollReset
      ref={element}
      onSubmit={onSubmit}
      key={answer ? JSON.stringify(answer) : submission}
    >
      <LeaveGuard isChanged={isChanged} />
      <KeptNotice kept={pending} />
      <ErrorSummary message={answer?.message} errors={errors} />
      {children}
    </Form>
  );
}
