import { jsonIn } from "~/platform/browser-storage";

/** Words of a form that were not saved when its window went away. */
export interface TypedText {
  values: Record<string, string>;
  /** When they were typed last, in milliseconds. */
  at: number;
}

/** How long they are offered again: a week. */
const OFFERED = 7 * 86_400_000;
const PREFIX = "back-office-typed:";

/** Text typed into the form of this name and not saved; nothing when the browser kept nothing that fits. */
export function typedText(form: string): TypedText | undefined {
  try {
    const stored = jsonIn(localStorage.getItem(PREFIX + form) ?? "") as Partial<TypedText> | undefined;
    if (!stored?.values || typeof stored.at !== "number" || Date.now() - stored.at > OFFERED) return undefined;
    return { values: stored.values, at: stored.at };
  } catch {
    return undefined;
  }
}

/** Remembers what is typed, until it is saved or dropped. Where the browser forbids storing, nothing is. */
export function rememberText(form: string, values: Record<string, string>): void {
  try {
    if (Object.keys(values).length === 0) localStorage.removeItem(PREFIX + form);
    else localStorage.setItem(PREFIX + form, JSON.stringify({ values, at: Date.now() }));
  } catch {
    // A browser that stores nothing offers nothing.
  }
}
