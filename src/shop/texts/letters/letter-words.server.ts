import { eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Settings } from "~/shop/settings";
import { storedTexts } from "../delivered-record.server";
import { pages } from "../texts.tables";
import { deliveredWords, type LetterKey, letterForm } from "./letter-forms";
import type { LetterWords } from "./letter-words";

/** Stored key of a letter's words among the texts. A letter whose words are as delivered has no row. */
export const letterPage = (key: string): string => `letter:${key}`;

/** Stored texts of a letter, without texts of removed fields. */
export function storedWords(key: string, content: unknown): Record<string, string> {
  const form = letterForm(key);
  return form ? storedTexts(content, deliveredWords(form)) : {};
}

/** Words of a letter as they are in use. Read for each letter: what a member puts in use goes into the next one. */
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
