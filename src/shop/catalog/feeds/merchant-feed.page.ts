import { xmlStream } from "~/platform/xml.server";
import { services } from "~/services";
import { publicPage } from "~/shop/caching";
import { deliveryEverywhere } from "~/shop/delivery-terms.server";
import { productsInPages, sharedSkus } from "./products-in-pages.server";
import type { Route } from "./+types/merchant-feed.page";
import { type FeedItem, feedItems } from "./feed-items";
import type { Product } from "../product";

/** All variants in Google's RSS format; streamed and not kept in the page cache, because of its size. */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, address, settings } = context.get(services);
  const shop = { address, settings: settings(), delivery: deliveryEverywhere({ settings }) };
  const document = (item: string) => ({
    rss: {
      "@version": "2.0",
      "@xmlns:g": "http://base.google.com/ns/1.0",
      channel: {
        title: shop.settings.shopName,
        link: `${address}/`,
        description: `Everything that ${shop.settings.shopName} sells.`,
        item,
      },
    },
  });
  const bearers = await sharedSkus(db);
  const itemsOf = (product: Product) => feedItems(shop, product, bearers);
  return xmlStream("item", document, itemPages(productsInPages(db), itemsOf), publicPage);
}

async function* itemPages(
  pages: AsyncIterable<Product[]>,
  itemsOf: (product: Product) => FeedItem[],
): AsyncGenerator<FeedItem[]> {
  for await (const products of pages) yield products.flatMap(itemsOf);
}
