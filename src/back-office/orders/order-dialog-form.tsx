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
  /** The record's name in a conflict: "this order". */
  thing?: string;
  isChanged?: () => boolean;
  /** Note on the consequences, and the button's label; without a button there is nothing to send. */
  note?: ReactNode;
  button?: ReactNode | ((parts: FormParts) => ReactNode);
  look?: "main" | "rust";
  /** Label of the way out, where "Cancel" could be read as the act. */
  keeps?: string;
  /** Whether the button waits until something is chosen. */
  waits?: (parts: FormParts) => boolean;
  children: ReactNode | ((parts: FormParts) => ReactNode);
}

/** A form about an order in a dialog from the right. */
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
