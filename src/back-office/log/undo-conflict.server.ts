import type { Change } from "~/shop/audit/acts.server";
import { fieldKey, type Stale } from "~/shop/audit/saving";
import { changeWords } from "./change-words.server";
import type { RecordNames } from "./log-kind";
import type { NewerForm } from "./undo-choices";
import { UNLOGGED } from "./unlogged-change";

/** Maximum number of fields that the form asks about, because an act on many products can have thousands of newer changes. */
const ASKED = 50;

/** Lists the fields with newer changes, each as a change from the value before the act to the current value. */
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

/** Fields with newer changes that the form shows: the first ones, or all for an act that is undone as a whole. */
export const askedChanges = ({ stale, isWhole = false }: Stale) =>
  isWhole ? newerChanges(stale) : newerChanges(stale).slice(0, ASKED);

/** Data of the form about newer values, with the names of their records. */
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
