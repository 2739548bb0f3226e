import type { Keep } from "~/shop/audit/saving";

/** A field with a change newer than the one to undo. */
export interface Newer {
  key: string;
  what: string;
  /** Value before the change, and the value now. */
  before: string;
  now: string;
}

/** Data of the form that asks which text to keep. */
export interface NewerForm {
  /** The first such fields; newer values beyond these are kept. */
  fields: Newer[];
  more: number;
  versions: Record<string, number>;
  /** The act can only be undone as a whole. */
  isWhole: boolean;
}

/** Prefix of the names of the choice fields. */
export const KEEP = "keep:";

/** Chosen text by field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(KEEP) && (value === "mine" || value === "theirs") ? [[name.slice(KEEP.length), value]] : [],
    ),
  );
