/** Values by field name, as JSON. */
export type FieldValues = Record<string, unknown>;

/** Result of a successful save. */
export interface Saved {
  saved: true;
  /** Id of the act in the log, which is the id of the submitted form. */
  act: string;
  /** Records with their new versions, for the next save from the same page. */
  records: { kind: string; id: string; version: number }[];
  /** Number of written fields. */
  changed: number;
}

/** A field that another member changed after the form was shown, or that only this form changes. */
export interface StaleField {
  field: string;
  /** Values of the field when the form was shown, in the form, and stored now. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Whether the form and another member changed the field to different values. */
  clash: boolean;
  /** Member who last changed the field, and the time; null if only the form changes it. */
  by: string | null;
  at: Date | null;
}

/** A save refused because a record is newer than the form; nothing was written. */
export interface Stale {
  saved: false;
  stale: { kind: string; id: string; version: number; fields: StaleField[] }[];
  /** Whether the act is undone as a whole, so that newer values cannot be kept. */
  isWhole?: boolean;
}

/**
 * Choice between two texts when an undo meets a newer change: "mine" restores the text before the undone act, "theirs" keeps the
 * newer one.
 */
export type Keep = "mine" | "theirs";

/** Name of a field across records, for form fields. */
export const fieldKey = (kind: string, id: string, field: string): string => `${kind} ${id} ${field}`;
