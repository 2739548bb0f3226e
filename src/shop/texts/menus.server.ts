import { asc } from "drizzle-orm";
import { memoized } from "~/platform/cache-keys.server";
import type { Database } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import { filled, fillPlaceholdersDeep, type Settings } from "~/shop/settings";
import type { Menus } from "./page-texts";
import { previewedTexts } from "./previewed-texts.server";
import { banners as bannerRows, menuLinks } from "./texts.tables";

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
