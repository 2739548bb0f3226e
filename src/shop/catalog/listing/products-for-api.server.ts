import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Cents } from "~/shop/money";
import { listedProducts } from "../catalog.tables";
import type { Collection } from "../collections";
import { categoryScope, listedPage, type Total } from "./listing-query.server";
import type { Place } from "./cursor";
import { escaped } from "../search/search-query.server";
import { searchNames } from "../search/search.tables";
import type { Sort } from "./sort";

/** Which products are selected, and in which order. */
export interface ProductQuery {
  collection?: Collection | undefined;
  categoryId?: string | undefined;
  search?: string | undefined;
  colors?: string[] | undefined;
  sizes?: string[] | undefined;
  maxPrice?: Cents | undefined;
  ids?: string[] | undefined;
  sort: Sort;
}

/** The ids of one page of products, how many there are on all, and where the next page begins. */
export async function productPage(
  db: Database,
  { sort, categoryId, search, ...selection }: ProductQuery,
  { most, after }: { most: number; after?: Place | undefined },
): Promise<{ ids: string[]; total: Total; next: Place | null }> {
  const category = categoryId === undefined ? undefined : await categoryScope(db, categoryId);
  if (categoryId !== undefined && !category) return { ids: [], total: { count: 0, isExact: true }, next: null };

  const among = search ? hasName(search) : undefined;
  return listedPage(db, { ...selection, category, among }, { sort, most, after });
}

/** That a product's name contains what is searched for. No name holds a NUL, and the database takes none. */
export const hasName = (search: string): SQL =>
  search.includes("\0")
    ? sql`false`
    : inArray(
        listedProducts.productId,
        sql`(select product_id from ${searchNames} where name like '%' || lower(${escaped(search)}) || '%')`,
      );
