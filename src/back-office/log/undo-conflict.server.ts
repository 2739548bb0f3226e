import type { Change } from "~/shop/audit/acts.server";
import { fieldKey, type Stale } from "~/shop/audit/saving";
import { changeWords } from "./change-texts.server";
import type { RecordNames } from "./change-text";
import type { NewerForm } from "./undo-choices";

/** The fields over which something newer lies, as changes from what stood before to what stands now. */
export const newerChanges = (stale: Stale["stale"]): (Change & { key: string })[] =>
  stale.flatMap(({ kind, id, fields }) =>
    fields.map(({ field, mine, theirs }) => ({
      key: fieldKey(kind, id, field),
      id: 0,
      kind,
      record: id,
      field,
      old: mine,
      new: theirs,
      undoes: null,
      isErased: false,
      isHidden: false,
      isUndone: false,
      mayUndo: false,
      isCreation: false,
      ofWhole: false,
    })),
  );

/** Newer values in words, each by the name of its record. */
export const newerIn = ({ stale, isWhole = false }: Stale, names: RecordNames, zone: string): NewerForm => ({
  isWhole,
  versions: Object.fromEntries(stale.map(({ kind, id, version }) => [`${kind} ${id}`, version])),
  fields: newerChanges(stale).map(({ key, ...change }) => {
    const { what, from, to } = changeWords(change, names, zone);
    return { key, what, before: from, now: to };
  }),
});
