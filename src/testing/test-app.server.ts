import type { Services } from "~/services";
import { type App, type AppOptions, shopApp } from "~/server/app";
import type { TestShop } from "./test-shop.server";

export type { App };

/**
 * The shop's application over a test shop. Its pending counts are written before the shop's database is closed: the files of a
 * worker share one log, in which a late timer would report a fault to a test of another file.
 */
export function testApp(shop: Services & Pick<TestShop, "beforeClose">, options: AppOptions): App {
  const app = shopApp(shop, options);
  shop.beforeClose(app.flush);
  return app;
}
