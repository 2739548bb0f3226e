import type { Change } from "~/shop/audit/acts.server";
import { withoutInvisible } from "~/shop/visible-text";
import { kindNamed } from "../record-kinds.server";
import type { ChangeWords, RecordNames } from "./log-kind";

/**
 * Describes a change for members, with times in the shop's time zone. For erased values the text only says that they are erased.
 */
export function changeWords(change: Change, names: RecordNames, zone: string): ChangeWords {
  const own = kindNamed(change.kind)?.words(change, names, zone) ?? UNKNOWN;
  const words = change.isCreation ? { ...own, what: newThing(change, names), from: "Not there" } : own;
  const [from, to] = change.isErased ? ["Erased", "Erased"] : [words.from, words.to];
  // Removes invisible characters, which older entries may contain; forms refuse them today.
  return { ...words, what: withoutInvisible(words.what), from: withoutInvisible(from), to: withoutInvisible(to) };
}

/** Description of a change that only an older or a newer release of the shop can describe. */
const UNKNOWN: ChangeWords = { what: "Something that this shop does not know", from: "", to: "changed" };

function newThing({ kind, record }: Change, names: RecordNames): string {
  const { thing = "thing", nameOf } = kindNamed(kind) ?? {};
  const name = nameOf ? nameOf(record) : names.get(`${kind} ${record}`)?.name;
  return name ? `New ${thing} ${name}` : `A new ${thing}`;
}
