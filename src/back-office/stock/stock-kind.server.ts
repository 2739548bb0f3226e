import type { Change } from "~/shop/audit/acts.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { stockRecord } from "~/shop/catalog/stock/stock-record.server";
import { counted } from "../count-words";
import type { RecordNames } from "../log/log-kind";
import type { LoggedAct, LogKind } from "../log/log-kind";

/** Describes a change of a level as the difference in pieces, or a change between counted and unlimited stock. */
function words({ record, field, old, new: now }: Change, names: RecordNames = new Map()) {
  const name = names.get(`stock ${record}`)?.name;
  const what = name ? `Stock of ${name}` : "Stock";
  const way = `/stock/${Number(record)}`;
  if (field === "isUnlimited") return { what, from: limitWords(old), to: limitWords(now), way };
  const pieces = Number(now) - Number(old);
  return { what, from: "", to: `${counted(Math.abs(pieces), "piece")} ${pieces < 0 ? "fewer" : "more"}`, way };
}

const limitWords = (isUnlimited: unknown): string => (isUnlimited ? "No limit" : "Counted");

function sentence({ action, changes, count }: LoggedAct): string | null {
  const [first] = changes;
  if (!first) return null;
  if (count > 1 && changes.every(({ field }) => field === "pieces"))
    return `Stock: ${counted(count, "variant")} ${action === "undo" ? "as before" : "changed"}.`;
  const { to } = words(changes.find(({ field }) => field === "pieces") ?? first);
  return action === "undo" ? `Stock: ${to}, taken back.` : `Stock: ${to}.`;
}

export const stockKind: LogKind = {
  record: stockRecord,
  title: "Stock",
  words,
  names: goodsRecordNames,
  sentence,
  edits: {
    noun: ["variant", "variants"],
    named: (record, names) => names.get(`stock ${record}`)?.name ?? "A variant",
    field: () => "stock",
  },
};
