import type { Keep } from "~/shop/audit/saving";

/** A field whose change lies under a newer one. */
export interface Newer {
  key: string;
  what: string;
  /** What stood before the change, and what stands now. */
  before: string;
  now: string;
}

/** The form that asks which text is to stand. */
export interface NewerForm {
  /** The first of them; what is newer beyond these stays as it stands. */
  fields: Newer[];
  more: number;
  versions: Record<string, number>;
  /** All of it is put back, or nothing. */
  isWhole: boolean;
}

/** What the fields of the choices begin with. */
export const KEEP = "keep:";

/** What was chosen for each field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(KEEP) && (value === "mine" || value === "theirs") ? [[name.slice(KEEP.length), value]] : [],
    ),
  );
