import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine, PlainLines } from "~/shop/plain-text";
import { contentsOf, deliveredRecord } from "../delivered-record.server";
import { LONGEST } from "./letter-form";
import { deliveredWords, letterForm, letterForms, letterKeys } from "./letter-forms";
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
