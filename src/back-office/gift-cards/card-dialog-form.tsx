import type { ReactNode } from "react";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";

interface Props {
  title: string;
  id: string;
  version: number;
  submission: string;
  stored?: Record<string, string>;
  labels?: Record<string, string>;
  /** Consequence beside the button. */
  note: ReactNode;
  /** Label of the button, which names the act. */
  button: string;
  look?: "main" | "rust";
  /** Label of the link that leads back without the act. */
  keeps: string;
  children(parts: FormParts): ReactNode;
}

/** Form about one gift card, as a page of its own. */
export const CardDialogForm = ({ title, id, note, button, look = "main", keeps, children, ...form }: Props) => (
  <WorkshopForm {...form}>
    {(parts) => (
      <DialogPage
        title={title}
        foot={
          <>
            <p>{note}</p>
            <ButtonLink look="bare" to={`/gift-cards/${id}`}>
              {keeps}
            </ButtonLink>
            <Button look={look} fit busy={parts.isSending}>
              {button}
            </Button>
          </>
        }
      >
        <div className="stack">{children(parts)}</div>
      </DialogPage>
    )}
  </WorkshopForm>
);
