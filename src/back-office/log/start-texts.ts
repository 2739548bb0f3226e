import { startThings, type StartThing, startWords } from "~/demo/start-counts";
import type { Change } from "~/shop/audit/acts.server";
import { listed } from "../count-texts";
import type { ChangeWords } from "./change-text";

const KIND = "start-for-real";
const isThing = (field: string): field is StartThing => Object.hasOwn(startThings, field);

/** Words about what starting for real cleared, and where its copy lies. */
export function startWordsOf({ field, old, new: now }: Change): ChangeWords {
  if (field === "copy") return { what: "Copy in the data folder", from: "", to: String(now) };
  return { what: "Start for real", from: isThing(field) ? startWords(field, Number(old)) : String(old), to: "cleared" };
}

/** The act in a sentence; nothing for any other act. */
export function startSentence({ changes }: { changes: Change[] }): string | undefined {
  if (changes[0]?.kind !== KIND) return undefined;
  const gone = changes.flatMap(({ field, old }) =>
    TOLD.has(field) && isThing(field) ? [startWords(field, Number(old))] : [],
  );
  const what = gone.length > 0 ? `${listed(gone)} are cleared` : "What was tried is cleared";
  return `Started for real: ${what}.`;
}

/** Where the copy of what was cleared lies, to be told when it is done; nothing for any other act. */
export function copySentence({ changes }: { changes: Change[] }): string {
  const copy = changes.find(({ kind, field }) => kind === KIND && field === "copy");
  return copy ? ` All of it lies in the data folder: ${String(copy.new)}.` : "";
}

const TOLD: ReadonlySet<string> = new Set(["goods", "tests", "samples"]);
