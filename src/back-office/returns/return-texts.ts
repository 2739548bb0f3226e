import type { Condition, ReturnState } from "~/shop/returns/settlement";
import type { Sign } from "../ui/state";

/** How far a return has come. */
export interface ReturnProgress {
  state: ReturnState;
  isApproved: boolean;
  isAnswered: boolean;
}

/** A return's state as members read it. */
export function returnStateWords({ state, isApproved, isAnswered }: ReturnProgress): { name: string; sign: Sign } {
  if (state === "received") return { name: "Is here to look at", sign: "waits" };
  if (state === "settled") return { name: "Settled", sign: "full" };
  if (state === "refused") return { name: "Refused", sign: "over" };
  if (!isApproved) return { name: "Asks to come back", sign: "waits" };
  return isAnswered ? { name: "On its way", sign: "half" } : { name: "Needs its label", sign: "waits" };
}

const EVENTS: Record<string, string> = {
  "return-started": "Return started",
  "return-approved": "Approved",
  "return-instructions-sent": "Letter with the instructions sent",
  "return-label-sent": "Letter with the label sent",
  "return-refused": "Refused",
  "return-refused-sent": "Letter about the refusal sent",
  "return-received": "The parcel came",
  "return-received-sent": "Letter that it arrived sent",
  "return-settled": "Settled",
  "return-settled-sent": "Letter how it is settled sent",
  "replacement-shipped": "What was wanted instead left",
  "replacement-called-off": "What was wanted instead is not sent, its money goes back",
};

/** What happened to a return, in words. */
export const returnEventWords = (kind: string): string => EVENTS[kind] ?? kind;

/** What somebody else did in the moment before, as it is said to whoever comes second. */
export const DONE_WORDS: Record<string, string> = {
  approved: "approved this return",
  refused: "refused this return",
  received: "took this return in",
  settled: "settled this return",
};

/** The conditions in a sentence: "1 as new, 1 damaged or faulty". */
export const conditionWords: Record<Condition, string> = {
  "as-new": "as new",
  worn: "worn or used",
  damaged: "damaged or faulty",
};
