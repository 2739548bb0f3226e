import type { Change } from "~/shop/audit/acts.server";
import { counted, listed, sentence } from "../count-words";
import type { ChangeWords, Edits, LoggedAct, RecordNames } from "./log-kind";

/** Number of changed fields that a sentence names; it counts the others. */
const NAMED = 3;

interface Edited {
  act: LoggedAct;
  /** The change that decides how the sentence names the records. */
  first: Change;
  edits: Edits;
  names: RecordNames;
  fieldOf(change: Change): string;
  words(change: Change): ChangeWords;
}

/** Sentence about an act that edited records: names the records, and the fields with their new value if it is one. */
export function editedSentence({ act, first, edits, names, fieldOf, words }: Edited): string {
  const { action, changes, count } = act;
  const own = changes.filter(({ kind }) => kind === first.kind);
  const records = new Set(own.map(({ record }) => record)).size;
  const made = own.filter(({ isCreation }) => isCreation).length;
  const isWhole = changes.length === count;
  if (action !== "undo" && made > 0) {
    const name = made === 1 && isWhole ? edits.named?.(first.record, names) : undefined;
    return name ? `${name} is made.` : `${counted(isWhole ? made : count, ...edits.noun)} ${be(made)} made.`;
  }
  if (count === 1) {
    const { what, to } = words(first);
    if (action !== "undo") return sentence(`${what}: ${to}`);
    return `Taken back: ${what} is ${/[.!?\n]/.test(to) || to.length > 60 ? "as before" : `${to} again`}.`;
  }
  const isHidden = changes.some((change) => change.isHidden);
  const others = changes.filter(({ kind }) => kind !== first.kind);
  const untold = [...own, ...others].filter((change) => !edits.isTold?.(change, changes));
  const fields = [...new Set(untold.map(fieldOf))];
  const told =
    fields.length > NAMED
      ? `${fields.slice(0, NAMED - 1).join(", ")} and ${counted(fields.length - NAMED + 1, "more field")}`
      : listed(fields);
  const about =
    records === 1 && edits.named && !isHidden
      ? edits.named(first.record, names)
      : isWhole && edits.named
        ? counted(records, ...edits.noun)
        : "";
  const verb = be(fields.length);
  const many = about === "" && !isWhole ? ` (${counted(count, "change")})` : "";
  const begin = action === "undo" ? "Taken back: " : "";
  const subject = about === "" ? told : `${about}: ${told}`;
  const said = `${action === "undo" ? subject : firstLarge(subject)} ${verb} ${action === "undo" ? "as before" : "changed"}${many}.`;
  return begin + said;
}

const be = (count: number): string => (count === 1 ? "is" : "are");

const firstLarge = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
