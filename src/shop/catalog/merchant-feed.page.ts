import { xmlResponse } from "~/platform/xml.server";
import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import { allProducts } from "./all-products.server";
import type { Route } from "./+types/merchant-feed.page";
import { feedItems } from "./merchant-feed";

/** What is read of the address; whatever else stands in it makes no other page. */
export const searchParameters = [];

/** All variants for merchants' listings, in Google's RSS format. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings() };
  const products = await allProducts(db);
  const rss = {
    "@version": "2.0",
    "@xmlns:g": "http://base.google.com/ns/1.0",
    channel: {
      title: shop.settings.shopName,
      link: `${address}/`,
      description: `Everything that ${shop.settings.shopName} sells.`,
      item: products.flatMap((product) => feedItems(shop, product)),
    },
  };
  return xmlResponse({ rss }, publicPage);
}
