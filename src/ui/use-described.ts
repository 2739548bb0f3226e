import { type ReactNode, useId } from "react";

/** Attributes of a control with which screen readers read its error and its hint, whose ids end in `-error` and `-hint`. */
export interface Described {
  id: string;
  "aria-invalid"?: true;
  "aria-describedby"?: string;
}

/** Attributes of a control with an id, or with one of its own. */
export function useDescribed(given: string | undefined, error: ReactNode, hint: ReactNode): Described {
  const own = useId();
  const id = given ?? own;
  const says = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": says || undefined };
}
