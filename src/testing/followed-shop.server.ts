import { sql } from "drizzle-orm";
import { inject } from "vitest";
import type { Database } from "~/platform/database.server";
import { followChanges } from "~/server/cache/follow-changes";
import type { Services } from "~/services";
import { databaseAddresses } from "./test-database";
import type { TestShop } from "./test-shop.server";

/** Services of another process of the shop, which is notified of changes only through the database. `drop` gets the cache keys of each change. */
export async function followedShop<Shop extends Services>(
  shop: Shop,
  db: Database,
  drop: (keys: readonly string[]) => void,
): Promise<{ services: Shop; close: () => Promise<void> }> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  const { close, ...followed } = await followChanges({ url, db }, drop);
  const { settings, offers, reloadOffers } = followed;
  return { services: { ...shop, db, settings, offers, reloadOffers }, close };
}

/** Another process of the shop with connections of its own, until the shop is closed. */
export async function openOtherProcess(shop: TestShop): Promise<TestShop> {
  const { services, close } = await followedShop(shop, shop.anotherProcess().db, () => undefined);
  shop.beforeClose(close);
  return services;
}
