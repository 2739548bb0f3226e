import type { Keep } from "~/shop/audit/saving";

/** A field that was changed again after the change to undo. */
export interface Newer {
  key: string;
  what: string;
  /** Value before the change to undo, and the current value (`now`). */
  before: string;
  now: string;
}

/** Data of the form that asks which value of each field to keep. */
export interface NewerForm {
  /** First fields with newer changes; the newer values of further fields are kept. */
  fields: Newer[];
  more: number;
  versions: Record<string, number>;
  /** Whether the act can only be undone as a whole. */
  isWhole: boolean;
}

/** Prefix of the names of the choice fields. */
export const KEEP = "keep:";

/** Parses the choices of a form, by field. */
export const keepIn = (values: Record<string, string>): Record<string, Keep> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      name.startsWith(KEEP) && (value === "mine" || value === "theirs") ? [[name.slice(KEEP.length), value]] : [],
    ),
  );
