import { type ReactNode, useCallback, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Declined } from "../form-answers";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { LeaveGuard } from "../ui/leave-guard";
import { ErrorSummary, Notice } from "../ui/notice";
import { usePendingForm } from "../use-pending-form";

interface StepFormProps {
  title: string;
  /** Where the return itself is shown. */
  back: string;
  /** Hidden fields of the form. */
  hidden: Record<string, string | number>;
  answer: Declined | undefined;
  /** Name of a field in the list of errors above the form. */
  labelOf(field: string): string;
  /** Note on the consequences, the label of the button, and whether the step can only be countered. */
  note: string;
  button: string;
  isFinal?: boolean;
  children: ReactNode;
}

const fieldsOf = (form: HTMLFormElement | null): string => JSON.stringify(form ? [...new FormData(form)] : []);

/** Whether the fields differ from what they were when the form was shown. */
function useLeaving(answer: unknown) {
  const form = useRef<HTMLFormElement>(null);
  const shown = useRef<string>(undefined);
  const isSent = useRef(false);
  useEffect(() => {
    shown.current ??= fieldsOf(form.current);
    if (answer) isSent.current = false;
  }, [answer]);
  const isChanged = useCallback(
    () => !isSent.current && form.current !== null && fieldsOf(form.current) !== shown.current,
    [],
  );
  return { form, isChanged, onSubmit: () => void (isSent.current = true) };
}

/** One step of a return, as a page of its own: its fields, and at its foot what will happen. */
export function StepForm(props: StepFormProps) {
  const { title, back, hidden, answer, labelOf, note, button, isFinal = false, children } = props;
  const { form, isChanged, onSubmit } = useLeaving(answer);
  const isBusy = useNavigation().formMethod === "POST";
  const errors = Object.entries(answer?.errors ?? {}).map(([id, error]) => ({ id, label: labelOf(id), error }));
  return (
    <Form method="post" ref={form} onSubmit={onSubmit} noValidate preventScrollReset>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <DialogPage
        title={title}
        foot={
          <>
            <p className="small dust">{note}</p>
            <ButtonLink to={back}>Cancel</ButtonLink>
            <Button look={isFinal ? "rust" : "main"} fit busy={isBusy}>
              {button}
            </Button>
          </>
        }
      >
        <PendingFormNotice kept={usePendingForm()} />
        <ErrorSummary errors={errors} {...(answer?.message && { message: answer.message })} />
        {children}
      </DialogPage>
      <LeaveGuard isChanged={isChanged} />
    </Form>
  );
}

/** Somebody was faster: what is left to do is to look. */
export const StepOver = ({ title, back, message }: { title: string; back: string; message: string | undefined }) => (
  <DialogPage
    title={title}
    foot={
      <ButtonLink look="main" fit to={back}>
        See the return
      </ButtonLink>
    }
  >
    <Notice title={message ?? "This step is done, or the return has gone another way."} isAnswer={Boolean(message)} />
  </DialogPage>
);
