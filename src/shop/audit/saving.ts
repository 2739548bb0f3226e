/** Plain values by the name of their field, as JSON keeps them. */
export type FieldValues = Record<string, unknown>;

/** A save that was done. */
export interface Saved {
  saved: true;
  /** Id under which the log knows the act: that of the submitted form. */
  act: string;
  /** The records as they are now; the next save from the same window names these versions. */
  records: { kind: string; id: string; version: number }[];
  /** How many fields were written. */
  changed: number;
}

/** A field that somebody else changed after the form was shown, or that only this form changes. */
export interface StaleField {
  field: string;
  /** Values of the field when the form was shown, in the form, and stored now. */
  base: unknown;
  mine: unknown;
  theirs: unknown;
  /** Both changed it, to different values: somebody has to choose. */
  clash: boolean;
  /** Who changed it last since, and when; nobody where only the form does. */
  by: string | null;
  at: Date | null;
}

/** A save that was refused because a record is newer than the form; nothing was written. */
export interface Stale {
  saved: false;
  stale: { kind: string; id: string; version: number; fields: StaleField[] }[];
  /** True where the act is taken back whole or not at all: no newer value of it can be kept. */
  isWhole?: boolean;
}

/** Which of both texts is kept where a newer change lies over the one that is taken back. */
export type Keep = "mine" | "theirs";

/** The name of a field across records, for choices in a form. */
export const fieldKey = (kind: string, id: string, field: string): string => `${kind} ${id} ${field}`;
