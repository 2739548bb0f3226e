import type { Database } from "~/platform/database.server";
import type { Line } from "~/shop/bag/bag";
import { productsById } from "~/shop/catalog/catalog.server";
import { variantPrice } from "~/shop/catalog/pricing/pricing";
import { pictureOfVariant } from "~/shop/catalog/product";
import { isGiftCard } from "~/shop/catalog/product-kind";
import type { RemindedLine } from "./reminded-line";

/** Goods of an unfinished checkout as they can be had now. */
export interface RemindedGoods {
  /** Lines that can be bought, at prices of now, and with at most as many pieces as there are. */
  lines: Line[];
  /** Number of lines that cannot be bought any more. */
  gone: number;
}

/**
 * Looks up the goods of a bag in the catalog; those that were archived, retired or sold out are only counted. Gift cards are left out:
 * for whom they are, and their words, stay in the browser.
 */
export async function goodsOfReminder(db: Database, bag: RemindedLine[], most: number): Promise<RemindedGoods> {
  const products = await productsById(
    db,
    bag.map(({ product }) => product),
  );
  const byId = new Map(products.map((product) => [product.id, product]));
  const goods = bag.filter(({ product: id }) => !isGiftCard(byId.get(id) ?? {}));
  const lines = goods.flatMap(({ product: id, size, color, quantity }) => {
    const product = byId.get(id);
    const variant = product?.variants.find((each) => each.size === size && each.color === color);
    if (!product || !variant || variant.stock === 0) return [];
    return [
      {
        product: id,
        name: product.name,
        size,
        color,
        image: pictureOfVariant(product, variant),
        quantity: Math.min(quantity, variant.stock ?? quantity, most),
        price: variantPrice(product, variant),
      },
    ];
  });
  return { lines, gone: goods.length - lines.length };
}
