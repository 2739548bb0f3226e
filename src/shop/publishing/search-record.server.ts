import type { Database } from "~/platform/database.server";
import type { RecordKind } from "~/shop/audit/record-kind.server";
import { PlainLine } from "~/shop/plain-text";
import { contentsOf, deliveredRecord, storedTexts } from "~/shop/texts/delivered-record.server";
import { searchPage } from "./search-pages";
import { NO_SEARCH_TEXTS, searchTextsPage } from "~/shop/texts/search-texts.server";

/** Record kind of a page's title and description in search results. If a field is empty, the page's own text is used. */
export const searchRecord: RecordKind = deliveredRecord({
  kind: "search",
  fields: { title: { schema: PlainLine(120) }, words: { schema: PlainLine(320) } },
  pageOf: searchTextsPage,
  delivered: (key) => (searchPage(key) ? NO_SEARCH_TEXTS : undefined),
});

/** Search texts that members wrote, by the page's key. */
export const writtenSearchTexts = async (db: Database): Promise<Map<string, typeof NO_SEARCH_TEXTS>> =>
  new Map(
    [...(await contentsOf(db, searchTextsPage("")))].map(([key, content]) => [
      key,
      { ...NO_SEARCH_TEXTS, ...storedTexts(content, NO_SEARCH_TEXTS) },
    ]),
  );
