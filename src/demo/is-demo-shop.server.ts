import { sql } from "drizzle-orm";
import { memoized, tableKey } from "~/platform/cache-keys.server";
import type { Services } from "~/services";
import { isPractice } from "./start-for-real.server";

/** Whether the shop still is the demo: stocked with it, not cleared since, and without real payments. */
export async function isDemoShop(shop: Pick<Services, "db" | "mode" | "payments">): Promise<boolean> {
  return isPractice(shop) && memoized("the demo's state", [tableKey("stocked")], () => isUncleared(shop.db));
}

async function isUncleared(db: Services["db"]): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select exists (select from stocked where started_with = 'demo' and cleared_at is null) as is`,
  );
  return rows[0]?.is === true;
}
