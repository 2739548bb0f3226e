import { eq } from "drizzle-orm";
import { memoized, readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { filled, type Settings } from "~/shop/settings";
import { storedTexts } from "./delivered-record.server";
import { previewedTexts } from "./previewed-texts.server";
import { pages } from "./texts.tables";

/** Default search texts: empty, so that the page's own title and description are used. */
export const NO_SEARCH_TEXTS = { title: "", words: "" };

/** Key under which a page's search texts are stored. */
export const searchTextsPage = (key: string): string => `search:${key}`;

interface Made {
  title: string;
  description: string;
}

/** Title and description of a page for search results: those that a member wrote, or else the page's own. */
export async function inSearch<M extends Made>(db: Database, key: string, made: M, settings: Settings): Promise<M> {
  const { title, words } = await searchTexts(db, key);
  return {
    ...made,
    ...(title !== "" && { title: filled(title, settings) }),
    ...(words !== "" && { description: filled(words, settings) }),
  };
}

async function searchTexts(db: Database, key: string): Promise<typeof NO_SEARCH_TEXTS> {
  const stored = await memoized(`search texts of ${key}`, [], () =>
    readUnder([cacheKeys.text(searchTextsPage(key))], () =>
      db
        .select({ content: pages.content })
        .from(pages)
        .where(eq(pages.key, searchTextsPage(key))),
    ),
  );
  const previewed = previewedTexts()?.records.get("search")?.get(key);
  return { ...NO_SEARCH_TEXTS, ...storedTexts(stored[0]?.content, NO_SEARCH_TEXTS), ...previewed };
}
