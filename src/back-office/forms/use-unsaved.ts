import { useActionData } from "react-router";
import { useLostPress } from "../ui/not-saved";
import { usePendingForm } from "../use-pending-form";
import type { FormAnswer } from "./form-answer";
import { NOT_SENT } from "./send-form";

interface Unsaved {
  answer?: FormAnswer;
  kept?: Record<string, string | undefined>;
}

/** Sent values of the form with this name that were not saved: refused, or kept while the member gave a second factor. */
export const useUnsaved = (name: string | undefined): Unsaved => useUnsavedOf((form) => form === name);

/** Returns the same as `useUnsaved`, for any form whose name `isOne` accepts. */
export function useUnsavedOf(isOne: (form: string | undefined) => boolean): Unsaved {
  const answer = useActionData() as FormAnswer | undefined;
  const kept = usePendingForm();
  if (answer?.typed) return isOne(answer.typed.form) ? { answer } : {};
  return Object.keys(kept).length > 0 && isOne(kept.form) ? { kept } : {};
}

/** Answer to the page's last sent form, if it was refused. */
export const useAnswer = (): FormAnswer | undefined => useUnsavedOf(() => true).answer;

/** Message of an answer for the top of the form; undefined if the pressed button has it beside itself. */
export function useMessageAbove(answer: FormAnswer | undefined): string | undefined {
  const isBeside = useLostPress() !== undefined && answer?.message === NOT_SENT;
  return isBeside ? undefined : answer?.message;
}

/** Question that the page asks before an act (outcome `asks`), with the typed values. */
export function useAsked<Asks>(): { asks: Asks; typed: Record<string, string> } | undefined {
  const answer = useActionData() as FormAnswer | undefined;
  return answer?.asks === undefined ? undefined : { asks: answer.asks as Asks, typed: answer.typed };
}

/** Value that is shown only once after a form was saved (outcome `shown`). */
export const useShown = <Shown>(): Shown | undefined => (useActionData() as { shown?: Shown } | undefined)?.shown;
