import { type ReactNode, useId } from "react";

/** Attributes of a control with which screen readers read its error and its hint. */
export interface Described {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

interface Said {
  /** Id of the control; unset: one of its own. */
  id?: string | undefined;
  error?: ReactNode;
  hint?: ReactNode;
}

/** Ids of a control, of its error and of its hint, and the attributes that tie them. */
export function useDescribed({ id: given, error, hint }: Said): {
  described: Described;
  errorId: string;
  hintId: string;
} {
  const own = useId();
  const id = given ?? own;
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`];
  const says = [error && errorId, hint && hintId].filter(Boolean).join(" ");
  return {
    described: { id, "aria-invalid": error ? true : undefined, "aria-describedby": says || undefined },
    errorId,
    hintId,
  };
}
