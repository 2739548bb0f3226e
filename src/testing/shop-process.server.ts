import { openPageCache } from "~/server/cache/page-cache";
import { pageCacheKeys } from "~/server/cache/page-cache-keys";
import type { Services } from "~/services";
import { followedShop } from "./followed-shop.server";
import { testApp } from "./test-app.server";
import { testPages } from "./test-pages.server";
import type { TestShop } from "./test-shop.server";

const { routes, pages } = testPages();

/**
 * A process of the shop with its own page cache, which is notified of changes only through the database. `dropped` are the cache
 * keys that it dropped, `rendered` the paths of the pages that it rendered anew; a test may clear both.
 */
export async function openShopProcess(shop: Services & Pick<TestShop, "beforeClose">) {
  const pageCache = openPageCache();
  const dropped: string[] = [];
  const rendered: string[] = [];
  const { services, close } = await followedShop(shop, shop.db, (keys) => {
    dropped.push(...keys);
    pageCache.drop(keys);
  });
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
    close,
    pageCache,
    dropped,
    rendered,
    get,
    html: async (path: string) => (await get(path)).text(),
  };
}
