import { sql } from "drizzle-orm";
import { inject } from "vitest";
import { followChanges } from "~/server/cache/follow-changes";
import { openPageCache } from "~/server/cache/page-cache";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import type { Services } from "~/services";
import { testApp } from "./test-app.server";
import { databaseAddresses } from "./test-database";
import { testPages } from "./test-pages.server";
import type { TestShop } from "./test-shop.server";

const { routes, pages } = testPages();

/**
 * A process of the shop with its own page cache, which is notified of changes only through the database. `dropped` are the cache
 * keys that it dropped, `rendered` the paths of the pages that it rendered anew; a test may clear both.
 */
export async function openShopProcess(shop: Services & Pick<TestShop, "beforeClose">) {
  const { rows } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`);
  const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  const pageCache = openPageCache();
  const dropped: string[] = [];
  const rendered: string[] = [];
  const changes = await followChanges({ url, db: shop.db }, (keys) => {
    dropped.push(...keys);
    pageCache.drop(keys);
  });
  const services = { ...shop, settings: changes.settings, offers: changes.offers };
  const app = testApp(services, {
    pageCache,
    addresses: pageCacheKeys(routes, services, pageCache.memoize),
    pages(request, context) {
      rendered.push(new URL(request.url).pathname);
      return pages(request, context);
    },
  });
  const get = (path: string) => app.fetch(new Request(shop.address + path));
  return {
    close: changes.close,
    pageCache,
    dropped,
    rendered,
    get,
    html: async (path: string) => (await get(path)).text(),
  };
}
