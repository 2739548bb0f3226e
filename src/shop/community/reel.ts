import { productAddress } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import type { CommunityVideo } from "./film";

/** A community video with its product, as shown. */
export interface Reel {
  id: string;
  /** Address of the video. */
  film: string;
  poster: Picture | null;
  name: string;
  /** Formatted; empty without a price. */
  price: string;
  /** Path of the product's page, or null. */
  to: string | null;
  picture: Picture | null;
}

/** A video with its product: "unavailable" for a deleted product, "unknown" for none. */
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
