import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { LoggedChange } from "~/shop/audit/change-log.server";
import { products } from "../catalog.tables";
import { lockGoods } from "./lock-goods.server";

/** Archives products in the transaction of another act, and returns what its log says of each. */
export async function takeOffShop(tx: Transaction, ids: string[]): Promise<LoggedChange[]> {
  await lockGoods(tx, { productIds: ids });
  const before = await tx.select().from(products).where(inArray(products.id, ids));
  const sold = before.filter(({ publishedStatus }) => publishedStatus !== "archived");
  if (sold.length === 0) return [];
  const set = { publishedStatus: "archived", publishAt: null, putAwayAt: null } as const;
  await tx
    .update(products)
    .set({ ...set, version: sql`${products.version} + 1` })
    .where(
      inArray(
        products.id,
        sold.map(({ id }) => id),
      ),
    );
  return sold.map(({ id, version, publishedStatus }) => ({
    kind: "product",
    record: id,
    version: version + 1,
    field: "publishedStatus",
    old: publishedStatus,
    new: "archived",
  }));
}
