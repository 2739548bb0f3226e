import { jsonIn } from "~/platform/browser-storage";
import { DAY } from "~/platform/durations";

/** Text of a form that was not saved before its window was closed. */
export interface TypedText {
  values: Record<string, string>;
  /** Time of the last change, in milliseconds. */
  at: number;
}

/** Milliseconds for which stored text can be restored: a week. */
const OFFERED = 7 * DAY;
const PREFIX = "back-office-typed:";

/** Stored text of a form; undefined if there is none. */
export function typedText(form: string): TypedText | undefined {
  try {
    const stored = jsonIn(localStorage.getItem(PREFIX + form) ?? "") as Partial<TypedText> | undefined;
    if (!stored?.values || typeof stored.at !== "number" || Date.now() - stored.at > OFFERED) return undefined;
    return { values: stored.values, at: stored.at };
  } catch {
    return undefined;
  }
}

/** Stores a form's typed text in the browser until it is saved or discarded; does nothing if the browser forbids storage. */
export function rememberText(form: string, values: Record<string, string>): void {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(PREFIX + form);
    else localStorage.setItem(PREFIX + form, JSON.stringify({ values, at: Date.now() }));
  } catch {
    // The browser forbids storage, or it is full: typed text is not remembered.
  }
}
