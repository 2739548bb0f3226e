import type { Act, Change } from "~/shop/audit/acts.server";
import type { RecordNames } from "../log/change-text";
import { counted } from "../count-texts";

/** A change of a level as the log says it: by how many pieces. */
export function stockWords({ record, field, old, new: now }: Change, names: RecordNames = new Map()) {
  const name = names.get(`stock ${record}`)?.name;
  const what = name ? `Stock of ${name}` : "Stock";
  const way = `/stock/${Number(record)}`;
  if (field === "isUnlimited") return { what, from: limitWords(old), to: limitWords(now), way };
  const pieces = Number(now) - Number(old);
  return { what, from: "", to: `${counted(Math.abs(pieces), "piece")} ${pieces < 0 ? "fewer" : "more"}`, way };
}

const limitWords = (isUnlimited: unknown): string => (isUnlimited ? "No limit" : "Counted");

/** Sentence about a change of levels, in the past; nothing for other acts. */
export function stockSentence({ action, changes, count }: Pick<Act, "action" | "changes" | "count">): string | null {
  const [first] = changes;
  if (first?.kind !== "stock") return null;
  if (count > 1 && changes.every(({ field }) => field === "pieces"))
    return `Stock: ${counted(count, "variant")} ${action === "undo" ? "as before" : "changed"}.`;
  const { to } = stockWords(changes.find(({ field }) => field === "pieces") ?? first);
  return action === "undo" ? `Stock: ${to}, taken back.` : `Stock: ${to}.`;
}
