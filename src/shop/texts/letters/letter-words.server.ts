import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/shop/settings";
import { storedTexts } from "../delivered-record.server";
import { pages } from "../texts.tables";
import { deliveredWords, type LetterKey, letterForm } from "./letter-forms";
import type { LetterWords } from "./letter-words";

/** Key under which a letter's changed texts are stored. A letter whose texts were never changed has no row. */
export const letterPage = (key: string): string => `letter:${key}`;

/** Stored texts of a letter, without texts of fields that no longer exist. */
export function storedWords(key: string, content: unknown): Record<string, string> {
  const form = letterForm(key);
  return form ? storedTexts(content, deliveredWords(form)) : {};
}

/** Current texts of a letter. Read for each letter, so that a published change applies to the next letter. */
export async function letterWords<K extends LetterKey>(
  db: Database,
  key: K,
  settings: Settings,
): Promise<LetterWords<K>> {
  const [row] = await db
    .select({ content: pages.content })
    .from(pages)
    .where(eq(pages.key, letterPage(key)));
  return { key, changed: storedWords(key, row?.content), settings };
}
