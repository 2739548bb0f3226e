import { and, eq, isNotNull, lte } from "drizzle-orm";
import { memoized, readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { fillPlaceholdersDeep, type Settings } from "~/shop/settings";
import { type PageKey, type PageTexts, pageTexts } from "./page-texts";
import { previewedTexts, shownMoment } from "./previewed-texts.server";
import { shoppingTexts } from "./shopping-texts";
import { pages } from "./texts.tables";

/** Texts of a page, with settings filled in. */
export async function pageContent<K extends PageKey>(db: Database, key: K, settings: Settings): Promise<PageTexts<K>> {
  const content = await memoized(
    `texts of ${key}`,
    [],
    async () => pageTexts[key].parse(await storedContent(db, key)) as PageTexts<K>,
  );
  return filledOnce(content, settings);
}

const lastFilled = new WeakMap<object, { settings: Settings; texts: object }>();

/** Replaces settings in texts, cached per settings object, so that a page that uses the texts twice serializes them only once. */
function filledOnce<T extends object>(content: T, settings: Settings): T {
  const known = lastFilled.get(content);
  if (known?.settings === settings) return known.texts as T;
  const texts = fillPlaceholdersDeep(content, settings);
  lastFilled.set(content, { settings, texts });
  return texts;
}

/** Published or previewed content of a page as it is stored; undefined if none is, for a page whose texts have defaults. */
export async function storedContent(db: Database, key: string): Promise<unknown> {
  const previewed = previewedTexts()?.pages.get(key);
  if (previewed !== undefined) return previewed;
  const isPublished = and(isNotNull(pages.publishedAt), lte(pages.publishedAt, shownMoment()));
  const [page] = await readUnder([cacheKeys.text(key)], () =>
    db
      .select({ content: pages.content })
      .from(pages)
      .where(and(eq(pages.key, key), isPublished)),
  );
  // Pages whose texts have defaults may have no row.
  if (!page && !Object.hasOwn(shoppingTexts, key)) throw new Error(`The page '${key}' is not in the database.`);
  return page?.content;
}
