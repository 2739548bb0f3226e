import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { variants } from "../catalog.tables";

/** Shelves and SKUs of variants by their ids; deleted variants are left out. */
export async function shelvesOf(
  db: Database,
  variantIds: number[],
): Promise<Map<number, { shelf: string; sku: string }>> {
  if (variantIds.length === 0) return new Map();
  const rows = await db
    .select({ id: variants.id, shelf: variants.shelf, sku: variants.sku })
    .from(variants)
    .where(inArray(variants.id, variantIds));
  return new Map(rows.map(({ id, shelf, sku }) => [id, { shelf, sku }]));
}

/** Maximum number of shelves that a filter offers. */
const OFFERED_SHELVES = 200;

/** The first shelf names in alphabetical order. Skipping through the index makes this independent of the number of variants. */
export async function shelves({ db }: Pick<Services, "db">): Promise<string[]> {
  const next = (last: SQL): SQL =>
    sql`(select v.shelf from variants v where v.shelf > ${last} and v.shelf <> '' order by v.shelf limit 1)`;
  const { rows } = await db.execute<{ shelf: string }>(sql`
    with recursive known as (
      select ${next(sql`''`)} as shelf
      union all select ${next(sql`known.shelf`)} from known where known.shelf is not null)
    select shelf from known where shelf is not null limit ${OFFERED_SHELVES}`);
  return rows.map(({ shelf }) => shelf);
}
