import { inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { namedProducts } from "~/shop/catalog/named-products.server";
import { questions, reviews } from "./reviews.tables";

interface Named {
  kind: string;
  record: string;
}

/** Product names of reviews and questions that the log mentions, by kind and id. */
export async function moderatedNames(
  db: Database,
  changes: readonly Named[],
): Promise<[key: string, { name: string }][]> {
  const ids = (wanted: string) => changes.flatMap(({ kind, record }) => (kind === wanted ? [record] : []));
  const about = await Promise.all(
    (
      [
        ["review", reviews],
        ["question", questions],
      ] as const
    ).map(async ([kind, table]) => {
      const own = ids(kind);
      if (own.length === 0) return [];
      const rows = await db
        .select({ id: table.id, productId: table.productId })
        .from(table)
        .where(inArray(table.id, own));
      return rows.map(({ id, productId }) => ({ key: `${kind} ${id}`, productId }));
    }),
  );
  const entries = about.flat();
  const goods = await namedProducts(
    db,
    entries.map(({ productId }) => productId),
  );
  return entries.map(({ key, productId }) => [key, { name: goods.get(productId)?.name ?? "" }]);
}
