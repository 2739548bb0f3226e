import { fieldKey, type Stale } from "~/shop/audit/saving";
import { changeWords } from "./change-texts";
import type { NewerForm } from "./undo-choices";

/** The fields over which something newer lies, in words. */
export const newerIn = (stale: Stale["stale"], zone: string): NewerForm => ({
  versions: Object.fromEntries(stale.map(({ kind, id, version }) => [`${kind} ${id}`, version])),
  fields: stale.flatMap(({ kind, id, fields }) =>
    fields.map(({ field, mine, theirs }) => {
      const change = {
        id: 0,
        kind,
        record: id,
        field,
        old: mine,
        new: theirs,
        undoes: null,
        isErased: false,
        isUndone: false,
        mayUndo: false,
      };
      const { what, from, to } = changeWords(change, new Map(), zone);
      return { key: fieldKey(kind, id, field), what, before: from, now: to };
    }),
  ),
});
