import { type ReactNode, useEffect, useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Declined } from "../form-answers";
import { Button, ButtonLink } from "../ui/button";
import { LeaveGuard } from "../ui/leave-guard";
import { KeptNotice } from "../ui/pending-form-notice";
import { ErrorSummary } from "../ui/notice";
import { SideDialog } from "../ui/side-dialog";
import { useKept } from "../use-pending-form";
import { FormFacts, type PageForm } from "./order-form";

interface Props {
  title: string;
  number: string;
  form: PageForm;
  /** What came back of the form when it was not taken, and the names of its fields. */
  answer: Declined | undefined;
  labels?: Record<string, string>;
  children: ReactNode;
  /** What will happen, and what the button says; without a button there is nothing to send. */
  note?: ReactNode;
  button?: ReactNode;
  look?: "main" | "rust";
  /** Whether something is chosen beside what is typed. */
  isChanged?(): boolean;
}

/** A form about an order in a dialog from the right: what was typed comes back when it was not taken. */
export function OrderSideForm({
  title,
  number,
  form,
  answer,
  labels = {},
  note,
  button,
  look,
  isChanged,
  children,
}: Props) {
  const back = `/orders/${number}`;
  const guard = useGuard(answer);
  const isSending = useNavigation().formMethod === "POST";
  const errors = Object.entries(answer?.errors ?? {}).map(([id, error]) => ({ id, label: labels[id] ?? id, error }));
  return (
    <SideDialog title={title} back={back}>
      <Form method="post" className="side__form" onInput={guard.type} onSubmit={guard.send} preventScrollReset>
        <FormFacts form={form} />
        <LeaveGuard isChanged={() => guard.isOpen() && (guard.isTyped() || (isChanged?.() ?? false))} />
        <div className="dialog__body side__body">
          <KeptNotice kept={useKept()} />
          <ErrorSummary errors={errors} {...(answer?.message && { message: answer.message })} />
          {children}
        </div>
        <div className="dialog__foot side__foot">
          <p className="small dust">{note}</p>
          <ButtonLink to={back} preventScrollReset>
            {button ? "Cancel" : "Close"}
          </ButtonLink>
          {button && (
            <Button look={look ?? "main"} fit busy={isSending}>
              {button}
            </Button>
          )}
        </div>
      </Form>
    </SideDialog>
  );
}

/** What keeps a form from being left: something was typed, or came back, and was not sent since. */
function useGuard(answer: Declined | undefined) {
  const state = useRef({ isTyped: false, isSent: false });
  useEffect(() => {
    if (answer) state.current = { isTyped: true, isSent: false };
  }, [answer]);
  return {
    type: () => (state.current = { isTyped: true, isSent: false }),
    send: () => (state.current = { ...state.current, isSent: true }),
    isTyped: () => state.current.isTyped,
    isOpen: () => !state.current.isSent,
  };
}
