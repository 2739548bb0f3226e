import { like } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { contentsOf, deliveredRecord } from "../delivered-record.server";
import { pages } from "../texts.tables";
import { LONGEST } from "./letter-form";
import { deliveredWords, letterForm, letterForms, type LetterKey, letterKeys } from "./letter-forms";
import { letterPage, storedWords } from "./letter-words.server";

const schemas = { line: PlainLine(LONGEST.line), lines: PlainLines(LONGEST.lines) };

/** Record kind of a letter's texts: each text is a field. */
export const letterRecord: RecordKind = deliveredRecord({
  kind: "letter",
  fields: Object.fromEntries(
    letterKeys.flatMap((key) =>
      Object.entries(letterForms[key].fields).map(([name, { kind }]) => [name, { schema: schemas[kind] }]),
    ),
  ),
  pageOf: letterPage,
  delivered(id) {
    const form = letterForm(id);
    return form && deliveredWords(form);
  },
});

/** Changed texts of letters, by the letter's key. */
export const changedLetters = async (db: Database): Promise<Map<string, Record<string, string>>> =>
  new Map([...(await contentsOf(db, letterPage("")))].map(([key, content]) => [key, storedWords(key, content)]));

/** Texts of every letter as they are sent, with the version of their record. */
export async function allLetterTexts(
  db: Database,
): Promise<{ id: LetterKey; version: number; texts: Record<string, string> }[]> {
  const rows = await db
    .select({ key: pages.key, content: pages.content, version: pages.version })
    .from(pages)
    .where(like(pages.key, `${letterPage("")}%`));
  const stored = new Map(rows.map(({ key, ...row }) => [key, row]));
  return letterKeys.map((id) => {
    const row = stored.get(letterPage(id));
    const texts = { ...deliveredWords(letterForms[id]), ...storedWords(id, row?.content) };
    return { id, version: row?.version ?? 0, texts };
  });
}
