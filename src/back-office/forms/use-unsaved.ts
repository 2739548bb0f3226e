import { useActionData } from "react-router";
import { usePendingForm } from "../use-pending-form";
import type { FormAnswer } from "./form-answer";

interface Unsaved {
  answer?: FormAnswer;
  kept?: Record<string, string | undefined>;
}

/** Values of a form with this name that were sent and not saved: refused, or kept while the member showed a factor. */
export const useUnsaved = (name: string | undefined): Unsaved => useUnsavedOf((form) => form === name);

/** As `useUnsaved`, for every form whose name fits. */
export function useUnsavedOf(isOne: (form: string | undefined) => boolean): Unsaved {
  const answer = useActionData() as FormAnswer | undefined;
  const kept = usePendingForm();
  if (answer?.typed) return isOne(answer.typed.form) ? { answer } : {};
  return Object.keys(kept).length > 0 && isOne(kept.form) ? { kept } : {};
}

/** Answer to the form of the page that was sent last and refused. */
export const useAnswer = (): FormAnswer | undefined => useUnsavedOf(() => true).answer;

/** A page's question before an act (`asks`), with the typed values. */
export function useAsked<Asks>(): { asks: Asks; typed: Record<string, string> } | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  return answer?.asks === undefined ? undefined : { asks: answer.asks as Asks, typed: answer.typed };
}

/** A value that is shown only once, after its form was accepted. */
export const useShown = <Shown>(): Shown | undefined => (useActionData() as { shown?: Shown } | undefined)?.shown;
