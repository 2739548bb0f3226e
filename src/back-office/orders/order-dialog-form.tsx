import type { ReactNode } from "react";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { SideDialog } from "../ui/side-dialog";

interface Props {
  title: string;
  number: string;
  submission: string;
  version: number;
  labels?: Record<string, string>;
  stored?: Record<string, string>;
  /** Name of the record in the message about a conflict, e.g. "this order". */
  thing?: string;
  isChanged?: () => boolean;
  /** Note on the consequences, beside the button. A dialog without `button` has no form to send. */
  note?: ReactNode;
  button?: ReactNode | ((parts: FormParts) => ReactNode);
  look?: "main" | "rust";
  /** Label of the link that closes the dialog, for dialogs in which "Cancel" could mean the act. */
  keeps?: string;
  /** Returns whether the button is disabled until the member makes a choice. */
  waits?: (parts: FormParts) => boolean;
  children: ReactNode | ((parts: FormParts) => ReactNode);
}

/** Form about an order in a dialog at the right side. */
export function OrderDialogForm(props: Props) {
  const { title, number, note, button, look = "main", waits, keeps = "Cancel", children, ...form } = props;
  const back = `/orders/${number}`;
  return (
    <SideDialog title={title} back={back}>
      <WorkshopForm className="side__form" preventScrollReset {...form}>
        {(parts) => (
          <>
            <div className="dialog__body side__body">{typeof children === "function" ? children(parts) : children}</div>
            <div className="dialog__foot side__foot">
              <p className="small dust">{note}</p>
              <ButtonLink to={back} preventScrollReset>
                {button ? keeps : "Close"}
              </ButtonLink>
              {button && (
                <Button look={look} fit busy={parts.isSending} waits={waits?.(parts) ?? false}>
                  {typeof button === "function" ? button(parts) : button}
                </Button>
              )}
            </div>
          </>
        )}
      </WorkshopForm>
    </SideDialog>
  );
}
