import { productAddress } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import type { CommunityVideo } from "./film";

/** A film of the community with the product in it, as both are shown. */
export interface Reel {
  id: string;
  /** The address of the film. */
  film: string;
  poster: Picture | null;
  name: string;
  /** Written out; empty when there is nothing to price. */
  price: string;
  /** The product's page, where there is one. */
  to: string | null;
  picture: Picture | null;
}

/** A film with its product: a product that has left the shop is unavailable, one never named is unknown. */
export function reelOf({ id, filePath, poster, productId, product }: CommunityVideo): Reel {
  const film = { id, film: `/api${filePath}`, poster };
  if (product) {
    const { name, price, picture } = product;
    return { ...film, name, price: formatCents(price), to: productAddress(product), picture };
  }
  return productId === null
    ? { ...film, name: "Unknown Product", price: "N/A", to: null, picture: null }
    : { ...film, name: "Product unavailable", price: "", to: null, picture: null };
}
