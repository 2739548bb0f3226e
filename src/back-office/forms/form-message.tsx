import { Notice } from "../ui/notice";
import { PendingFormNotice } from "../ui/pending-form-notice";
import { useUnsavedOf } from "./use-unsaved";

interface FormMessageProps {
  /** Names (before the colon) of the forms whose message is shown here; without it, all forms of the page. */
  of?: readonly string[];
}

/** Error of a form that is only a button. */
export function FormMessage({ of }: FormMessageProps) {
  const { answer, kept = {} } = useUnsavedOf((form) => of?.includes(form?.split(":")[0] ?? "") ?? true);
  if (!answer) return <PendingFormNotice kept={kept} />;
  const words = answer.conflict ? undefined : (answer.message ?? Object.values(answer.errors).join(" "));
  return words ? <Notice title={words} isAnswer key={answer.typed.submission} /> : null;
}
