import { Notice } from "../ui/notice";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { useMessageAbove, useUnsavedOf } from "./use-unsaved";

interface FormMessageProps {
  /** Names of forms (before the colon) whose messages are shown here; by default all forms of the page. */
  of?: readonly string[];
}

/** Error message for a form that has only a button, or whose fields are far down the page. */
export function FormMessage({ of }: FormMessageProps) {
  const { answer, kept = {} } = useUnsavedOf((form) => of?.includes(form?.split(":")[0] ?? "") ?? true);
  const message = useMessageAbove(answer);
  // Kept text without a submission id was sent along with another form of the page, which was saved.
  if (!answer) return kept.submission ? <PendingFormNotice kept={kept} /> : null;
  if (answer.conflict) return null;
  const words = Object.values(answer.errors);
  const title = message ?? words.join(" ");
  if (!title) return null;
  return (
    <Notice title={title} isAnswer key={answer.typed.submission}>
      {message && words.map((each) => <p key={each}>{each}</p>)}
    </Notice>
  );
}
