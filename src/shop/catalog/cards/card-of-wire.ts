import { centsOfDollars } from "~/shop/money";
import { type CardSource, cardOf } from "./card";
import { type Card, NO_CHOICE } from "../product";
import { GIFT_CARD_ID } from "../product-kind";
import type { ProductWire } from "../product.wire";

/** Makes a card from a product of the API, for lists that only the browser has, such as the wishlist. */
export function cardOfWire(wire: ProductWire, lowMark: number): Card {
  const pictures = new Map(Object.entries(wire.pictures).map(([path, picture]) => [path, { path, ...picture }]));
  const { _id, parent, name } = wire.category;
  const source: CardSource = {
    ...wire,
    // The API tells no kinds: a shop has one gift card.
    kind: wire._id === GIFT_CARD_ID ? "gift-card" : "goods",
    id: wire._id,
    price: wire.price === undefined ? null : centsOfDollars(wire.price),
    salePrice: centsOfDollars(wire.salePrice),
    category: { id: _id, name, parent: parent && { id: parent._id, name: parent.name } },
    colors: Object.entries(wire.colorImages).map(([color, images]) => ({
      name: color,
      swatch: wire.swatches[color] ?? null,
      images,
    })),
    variants: variantsOfWire(wire),
    reviews: { count: wire.reviews, average: wire.rating },
    createdAt: new Date(wire.createdAt),
  };
  return { ...cardOf(source, pictures, lowMark), ...(wire.offers?.[0] && { offer: wire.offers[0] }) };
}

/** A server of the previous release sends no sale prices of variants. */
const optionalCents = (amount: number | null | undefined) =>
  amount === null || amount === undefined ? null : centsOfDollars(amount);

/** Variants of an API product, as the bag and cards need them. */
export function variantsOfWire(
  wire: Pick<ProductWire, "variants" | "variantCombinations" | "stock">,
): Card["variants"] {
  const sizes = wire.variants.find(({ name }) => name === "Size")?.values ?? [];
  // JavaScript sorts the integer-like keys of an object, such as waist sizes; this restores the merchant's order.
  const inOrder = Object.entries(wire.variantCombinations).toSorted(([a], [b]) => sizes.indexOf(a) - sizes.indexOf(b));
  const sold = inOrder.flatMap(([size, entries]) =>
    entries.map(({ color, price, salePrice, image, stock }) => ({
      size,
      color,
      price: price === null ? null : centsOfDollars(price),
      salePrice: optionalCents(salePrice),
      image,
      stock,
    })),
  );
  const only = { size: NO_CHOICE, color: NO_CHOICE, price: null, salePrice: null, image: null, stock: wire.stock };
  return sold.length > 0 ? sold : [only];
}
