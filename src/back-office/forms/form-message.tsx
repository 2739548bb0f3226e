import { Notice } from "../ui/notice";
import { KeptNotice } from "../ui/pending-form-notice";
import { useUnsavedOf } from "./use-unsaved";

/** What is wrong with a form that has no place to say it, by the names of such forms before their colon. */
export function FormMessage({ of }: { of: readonly string[] }) {
  const { answer, kept = {} } = useUnsavedOf((form) => of.includes(form?.split(":")[0] ?? ""));
  const words = answer && !answer.conflict && (answer.message ?? Object.values(answer.errors).join(" "));
  if (!answer) return <KeptNotice kept={kept} />;
  return words ? <Notice title={words} isAnswer key={answer.typed.submission} /> : null;
}
