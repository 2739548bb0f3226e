import { and, asc, eq, isNotNull, lte } from "drizzle-orm";
import { Marked } from "marked";
import { memoized, readUnder } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cleanHtml } from "~/platform/html.server";
import { cacheKeys } from "~/shop/cache-keys";
import { filled, fillPlaceholdersDeep, type Settings } from "~/shop/settings";
import { atAddress, type FaqCategory } from "./faq";
import { type FaqLine, previewedTexts, shownMoment } from "./previewed-texts.server";
import { shoppingTexts } from "./shopping-texts";
import { banners as bannerRows, faqCategories, faqs as faqRows, menuLinks, pages } from "./texts.tables";
import {
  type Menus,
  pageTexts,
  type PageKey,
  type PageTexts,
  type Policy,
  type PolicyKey,
  PolicyText,
} from "./page-texts";

/** Texts of a page, with settings filled in. */
export async function pageContent<K extends PageKey>(db: Database, key: K, settings: Settings): Promise<PageTexts<K>> {
  const content = await memoized(
    `texts of ${key}`,
    [],
    async () => pageTexts[key].parse(await stored(db, key)) as PageTexts<K>,
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

async function stored(db: Database, key: string): Promise<unknown> {
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

/** Credit for the source of the ZIP codes, required by its license. */
const PLACES_CREDIT = `

---

ZIP code and city data: [GeoNames](https://www.geonames.org/), licensed under [CC BY 4.0](https://creativecommons.org/licenses/by/4.0/).
`;

/** Renders a policy as HTML, with settings replaced by their values. */
export async function policy(db: Database, key: PolicyKey, settings: Settings): Promise<Policy> {
  const { markdown } = PolicyText.parse(await stored(db, `policy:${key}`));
  const text = filled(markdown, settings) + (key === "terms" ? PLACES_CREDIT : "");
  const title = /^# (.+)$/m.exec(text)?.[1] ?? "";
  const headings: Policy["headings"] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: words }) {
        const id = anchorOf(words);
        if (depth === 2) headings.push({ id, text: words });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
    },
  });
  const html = await marked.parse(text.replace(/^# .+$/m, ""));
  return { title, html: cleanHtml(html), headings };
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

/** FAQ tabs with their questions; settings are replaced by their values, and links to the shop use the origin `address`. */
export async function faqs(db: Database, settings: Settings, address: string): Promise<FaqCategory[]> {
  const rows = previewedTexts()?.faqs ?? (await publishedFaqs(db));
  const categories = new Map<string, FaqCategory>();
  for (const { categoryId, name, id, question, answer } of rows) {
    const category = categories.get(categoryId) ?? { id: categoryId, name, questions: [] };
    categories.set(categoryId, category);
    if (id === null || question === null || answer === null) continue;
    category.questions.push({
      id,
      question: filled(question, settings),
      answer: atAddress(filled(answer, settings), address),
    });
  }
  return [...categories.values()];
}

const publishedFaqs = (db: Database): Promise<FaqLine[]> =>
  db
    .select({
      categoryId: faqCategories.id,
      name: faqCategories.name,
      id: faqRows.id,
      question: faqRows.question,
      answer: faqRows.answer,
    })
    .from(faqCategories)
    .leftJoin(faqRows, and(eq(faqRows.categoryId, faqCategories.id), lte(faqRows.publishedAt, shownMoment())))
    .orderBy(asc(faqCategories.position), asc(faqCategories.id), asc(faqRows.position), asc(faqRows.id));

/** Finds the current address of a record that a link leads to; undefined if the record has no page any more. */
export type AddressOf = (target: string) => Promise<string | undefined>;

/** Menus of the frame. A link to a record gets the record's current address, and is left out if the record has no page. */
export const menus = (db: Database, settings: Settings, addressOf: AddressOf): Promise<Menus> =>
  memoized("menus", [cacheKeys.frame], async () => fillPlaceholdersDeep(await readMenus(db, addressOf), settings));

async function readMenus(db: Database, addressOf: AddressOf): Promise<Menus> {
  const stored = await db
    .select()
    .from(menuLinks)
    .orderBy(asc(menuLinks.menu), asc(menuLinks.position), asc(menuLinks.id));
  const rows = await withAddresses(previewedRows(stored), addressOf);
  const linksOf = (name: string) =>
    inTree(rows.filter(({ menu }) => menu === name)).map(({ label, href, icon, parent }) => ({
      label,
      href,
      ...(icon !== "" && { icon }),
      ...(parent !== "" && { isUnder: true as const }),
    }));

  const columns = Map.groupBy(
    rows.filter(({ menu }) => menu === "footer"),
    ({ heading }) => heading,
  );
  return {
    main: linksOf("main"),
    sticky: linksOf("sticky"),
    mobileIcons: linksOf("mobileIcons"),
    footer: [...columns].map(([heading, links]) => ({
      heading,
      links: links.map(({ label, href }) => ({ label, href })),
    })),
  };
}

/** Replaces the stored rows of menus that have a preview. */
function previewedRows(stored: StoredLink[]): StoredLink[] {
  const menusOf = previewedTexts()?.menus;
  if (!menusOf) return stored;
  const drafted = [...menusOf].flatMap(([menu, rows]) => rows.map((row) => ({ ...row, menu })));
  return [...stored.filter(({ menu }) => !menusOf.has(menu)), ...drafted];
}

type StoredLink = Pick<
  typeof menuLinks.$inferSelect,
  "id" | "menu" | "label" | "href" | "icon" | "heading" | "parent" | "target"
>;

async function withAddresses(rows: StoredLink[], addressOf: AddressOf): Promise<StoredLink[]> {
  const found = await Promise.all(
    rows.map(async (row) => ({ ...row, href: row.target ? await addressOf(row.target) : row.href })),
  );
  return found.filter((row): row is StoredLink => row.href !== undefined);
}

/** Sorts rows so that children follow their parent. A child whose parent is missing becomes a top-level row. */
function inTree(rows: StoredLink[]): StoredLink[] {
  const tops = new Set(rows.filter(({ parent }) => parent === "").map(({ id }) => id));
  return rows
    .filter(({ parent }) => !tops.has(parent))
    .flatMap((top) => [{ ...top, parent: "" }, ...rows.filter(({ parent }) => parent === top.id)]);
}

/** Messages of the strip above every page, in order. */
export const banners = (db: Database, settings: Settings): Promise<{ label: string; href: string }[]> =>
  memoized("banners", [cacheKeys.frame], async () => {
    const rows =
      previewedTexts()?.menus?.get("banners") ??
      (await db.select().from(bannerRows).orderBy(asc(bannerRows.position), asc(bannerRows.id)));
    return rows.map(({ label, href }) => ({ label: filled(label, settings), href }));
  });
