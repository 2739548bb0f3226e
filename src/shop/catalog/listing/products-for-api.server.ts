import { folded } from "~/shop/folded-text";
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

/** Filters and sort order of a query for products. */
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

/** Ids of one page of products, the total, and the position of the next page. */
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

/** SQL condition that a product's name contains the text. False for a text with NUL, which PostgreSQL does not accept. */
export const hasName = (search: string): SQL =>
  search.includes("\0")
    ? sql`false`
    : inArray(
        listedProducts.productId,
        sql`(select product_id from ${searchNames} where name like '%' || ${escaped(folded(search))}::text || '%')`,
      );
