import type { ReactNode } from "react";
import { useAnswer } from "../forms/use-unsaved";
import { type FormParts, WorkshopForm } from "../forms/workshop-form";
import { Button, ButtonLink } from "../ui/button";
import { DialogPage } from "../ui/dialog-page";
import { Notice } from "../ui/notice";

interface StepFormProps {
  title: string;
  /** Address of the return's page. */
  back: string;
  submission: string;
  /** Version of the return. */
  version?: number;
  /** Hidden fields, which have the page's current values also after a refused attempt. */
  hidden: Record<string, string | number>;
  stored?: Record<string, string>;
  /** Returns the label of a field for the list of errors above the form. */
  labels(field: string): string;
  /** Sentence beside the button about the effect of the step. */
  note: string;
  button: string;
  /** Whether the step cannot be undone. */
  isFinal?: boolean;
  /** Encoding of a form with a file. */
  encType?: "multipart/form-data";
  children(parts: FormParts): ReactNode;
}

/** Page with a form about a return: its fields, and a sentence about the effect beside the button. */
export const StepForm = ({ title, back, hidden, note, button, isFinal = false, children, ...form }: StepFormProps) => (
  <WorkshopForm {...form}>
    {(parts) => (
      <>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <DialogPage
          title={title}
          foot={
            <>
              <p className="small dust">{note}</p>
              <ButtonLink to={back}>Cancel</ButtonLink>
              <Button look={isFinal ? "rust" : "main"} fit busy={parts.isSending}>
                {button}
              </Button>
            </>
          }
        >
          {children(parts)}
        </DialogPage>
      </>
    )}
  </WorkshopForm>
);

type StepPageProps = Omit<StepFormProps, "back" | "submission" | "hidden" | "version"> & {
  /** Number of the return. */
  view: { number: string };
  form: Pick<StepFormProps, "submission" | "version" | "hidden">;
  /** Whether the return is still at this step. */
  isOpen: boolean;
};

/** Page of a step of an existing return: its form, or a notice that the step is done or the return has taken another one. */
export function StepPage({ view, form, isOpen, ...step }: StepPageProps) {
  const message = useAnswer()?.message;
  const back = `/returns/${view.number}`;
  if (isOpen) return <StepForm back={back} {...form} {...step} />;
  return (
    <DialogPage
      title={step.title}
      foot={
        <ButtonLink look="main" fit to={back}>
          See the return
        </ButtonLink>
      }
    >
      <Notice title={message ?? "This step is done, or the return has gone another way."} isAnswer={Boolean(message)} />
    </DialogPage>
  );
}
