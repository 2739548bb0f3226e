import { jsonIn } from "~/platform/browser-storage";

/** Text of a form that was not saved before its window was closed. */
export interface TypedText {
  values: Record<string, string>;
  /** Time of the last typing, in milliseconds. */
  at: number;
}

/** How long remembered text is offered: a week. */
const OFFERED = 7 * 86_400_000;
const PREFIX = "back-office-typed:";

/** Remembered text of a form; undefined when there is none. */
export function typedText(form: string): TypedText | undefined {
  try {
    const stored = jsonIn(localStorage.getItem(PREFIX + form) ?? "") as Partial<TypedText> | undefined;
    if (!stored?.values || typeof stored.at !== "number" || Date.now() - stored.at > OFFERED) return undefined;
    return { values: stored.values, at: stored.at };
  } catch {
    return undefined;
  }
}

/** Remembers typed text until it is saved or dropped; does nothing where the browser forbids storage. */
export function rememberText(form: string, values: Record<string, string>): void {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(PREFIX + form);
    else localStorage.setItem(PREFIX + form, JSON.stringify({ values, at: Date.now() }));
  } catch {
    // Without storage nothing is remembered.
  }
}
