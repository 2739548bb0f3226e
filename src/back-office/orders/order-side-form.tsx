import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { Declined } from "../answers";
import { Button, ButtonLink } from "../ui/button";
import { KeptNotice } from "../ui/kept-notice";
import { ErrorSummary } from "../ui/notice";
import { SideDialog } from "../ui/side-dialog";
import { useKept } from "../use-kept";
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
  onInput?(): void;
  /** Called as the form is sent. */
  onSend?(): void;
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
  onInput,
  onSend,
  children,
}: Props) {
  const back = `/orders/${number}`;
  const isSending = useNavigation().formMethod === "POST";
  const errors = Object.entries(answer?.errors ?? {}).map(([id, error]) => ({ id, label: labels[id] ?? id, error }));
  return (
    <SideDialog title={title} back={back}>
      <Form method="post" className="side__form" onInput={onInput} onSubmit={onSend} preventScrollReset>
        <FormFacts form={form} />
        <div className="dialog__body">
          <KeptNotice kept={useKept()} />
          <ErrorSummary errors={errors} {...(answer?.message && { message: answer.message })} />
          {children}
        </div>
        <div className="dialog__foot">
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
