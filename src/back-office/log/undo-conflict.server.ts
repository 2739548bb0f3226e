import type { Change } from "~/shop/audit/acts.server";
import { fieldKey, type Stale } from "~/shop/audit/saving";
import { changeWords } from "./act-sentence.server";
import type { RecordNames } from "./change-words";
import type { NewerForm } from "./undo-choices";
import { UNLOGGED } from "./unlogged-change";

/** Most fields asked about: an act on many products may lie under thousands of newer changes. */
const ASKED = 50;

/** Fields with newer changes, as changes from the value before the act to the current one. */
const newerChanges = (stale: Stale["stale"]): (Change & { key: string })[] =>
  stale.flatMap(({ kind, id, fields }) =>
    fields.map(({ field, mine, theirs }) => ({
      ...UNLOGGED,
      key: fieldKey(kind, id, field),
      kind,
      record: id,
      field,
      old: mine,
      new: theirs,
    })),
  );

/** Fields that are asked about; for an act that is undone as a whole, all are shown. */
export const askedChanges = ({ stale, isWhole = false }: Stale) =>
  isWhole ? newerChanges(stale) : newerChanges(stale).slice(0, ASKED);

/** Newer values in words, with the names of their records. */
export function newerIn(newer: Stale, names: RecordNames, zone: string): NewerForm {
  const { stale, isWhole = false } = newer;
  const fields = askedChanges(newer).map(({ key, ...change }) => {
    const { what, from, to } = changeWords(change, names, zone);
    return { key, what, before: from, now: to };
  });
  const isAsked = new Set(fields.map(({ key }) => key));
  const asked = stale.filter(({ kind, id, fields: own }) =>
    own.some(({ field }) => isAsked.has(fieldKey(kind, id, field))),
  );
  return {
    isWhole,
    versions: Object.fromEntries(asked.map(({ kind, id, version }) => [`${kind} ${id}`, version])),
    fields,
    more: newerChanges(stale).length - fields.length,
  };
}
