import type { Keep } from "~/shop/audit/saving";

/** A field whose change lies under a newer one. */
export interface Newer {
  key: string;
  what: string;
  /** Value before the change, and the value now. */
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

/** Beginning of the names of the choices' fields. */
export const KEEP = "keep:";

/** Choice for each field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(KEEP) && (value === "mine" || value === "theirs") ? [[name.slice(KEEP.length), value]] : [],
    ),
  );
