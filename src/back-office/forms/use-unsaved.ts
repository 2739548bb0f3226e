import { useActionData } from "react-router";
import { usePendingForm } from "../use-pending-form";
import type { FormAnswer } from "./form-answer";

interface Unsaved {
  answer?: FormAnswer;
  kept?: Record<string, string | undefined>;
}

/** Values that a form of this name sent and that were not saved: refused, or kept while its member had to show who it is. */
export const useUnsaved = (name: string | undefined): Unsaved => useUnsavedOf((form) => form === name);

/** As `useUnsaved`, of all forms whose name fits. */
export function useUnsavedOf(isOne: (form: string | undefined) => boolean): Unsaved {
  const answer = useActionData() as FormAnswer | undefined;
  const kept = usePendingForm();
  if (answer?.typed) return isOne(answer.typed.form) ? { answer } : {};
  return Object.keys(kept).length > 0 && isOne(kept.form) ? { kept } : {};
}

/** Answer to whichever form of the page was sent and not accepted. */
export const useAnswer = (): FormAnswer | undefined => useUnsavedOf(() => true).answer;

/** The question of an action before it does something, as the page's own `asks` says it, with the typed values. */
export function useAsked<Asks>(): { asks: Asks; typed: Record<string, string> } | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  return answer?.asks === undefined ? undefined : { asks: answer.asks as Asks, typed: answer.typed };
}

/** A value that is shown once, after its form was accepted. */
export const useShown = <Shown>(): Shown | undefined => (useActionData() as { shown?: Shown } | undefined)?.shown;
