import { fieldKey, type Keep, type Stale } from "~/shop/audit/saving";
import { changeWords } from "./change-texts";

/** A field whose change lies under a newer one. */
interface Newer {
  key: string;
  what: string;
  /** What stood before the change, and what stands now. */
  before: string;
  now: string;
}

/** The form that asks which text is to stand. */
export interface NewerForm {
  fields: Newer[];
  versions: Record<string, number>;
}

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
      };
      const { what, from, to } = changeWords(change, new Map(), zone);
      return { key: fieldKey(kind, id, field), what, before: from, now: to };
    }),
  ),
});

/** What the fields of the choices begin with. */
export const KEEP = "keep:";

/** What was chosen for each field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(KEEP) && (value === "mine" || value === "theirs") ? [[name.slice(KEEP.length), value]] : [],
    ),
  );
