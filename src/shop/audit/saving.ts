/** Plain values by the name of their field, as JSON keeps them. */
export type FieldValues = Record<string, unknown>;

/** A save that was done. */
export interface Saved {
  saved: true;
  /** Id of the act in the log: that of the submitted form. */
  act: string;
  /** Records with their new versions, for the next save from the same page. */
  records: { kind: string; id: string; version: number }[];
  /** How many fields were written. */
  changed: number;
}

/** A field that another member changed after the form was shown, or that only this form changes. */
export interface StaleField {
  field: string;
  /** Values of the field when the form was shown, in the form, and stored now. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** True: form and another member changed the field to different values. */
  clash: boolean;
  /** Last member who changed it, and when; null where only the form does. */
  by: string | null;
  at: Date | null;
}

/** A save refused because a record is newer than the form; nothing was written. */
export interface Stale {
  saved: false;
  stale: { kind: string; id: string; version: number; fields: StaleField[] }[];
  /** True: the act is undone as a whole, so newer values cannot be kept. */
  isWhole?: boolean;
}

/** Kept text where a newer change exists: the one before the undone act, or the newer one. */
export type Keep = "mine" | "theirs";

/** Name of a field across records, for form fields. */
export const fieldKey = (kind: string, id: string, field: string): string => `${kind} ${id} ${field}`;
