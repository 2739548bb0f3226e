import { useActionData } from "react-router";
import { usePendingForm } from "../use-pending-form";
import type { FormAnswer } from "./form-answer";

interface Unsaved {
  answer?: FormAnswer;
  kept?: Record<string, string | undefined>;
}

/** What was sent by a form of this name and not saved: refused, or kept while its member had to show who it is. */
export const useUnsaved = (name: string | undefined): Unsaved => useUnsavedOf((form) => form === name);

/** As `useUnsaved`, of all forms whose name fits. */
export function useUnsavedOf(isOne: (form: string | undefined) => boolean): Unsaved {
  const answer = useActionData() as FormAnswer | undefined;
  const kept = usePendingForm();
  if (answer?.typed) return isOne(answer.typed.form) ? { answer } : {};
  return Object.keys(kept).length > 0 && isOne(kept.form) ? { kept } : {};
}

/** What came back for whichever form of the page was sent and not taken. */
export const useAnswer = (): FormAnswer | undefined => useUnsavedOf(() => true).answer;

/** What an action asks before it does something, as the page's own `asks` says it, with what was typed. */
export function useAsked<Asks>(): { asks: Asks; typed: Record<string, string> } | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  return answer?.asks === undefined ? undefined : { asks: answer.asks as Asks, typed: answer.typed };
}

/** What is shown once, after its form was taken. */
export const useShown = <Shown>(): Shown | undefined => (useActionData() as { shown?: Shown } | undefined)?.shown;
