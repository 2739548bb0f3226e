import { productAddress } from "~/shop/catalog/product";
import { formatCents } from "~/shop/money";
import type { Picture } from "~/shop/picture";
import type { CommunityVideo } from "./film";

/** A community video with the data of its product, as pages show it. */
export interface Reel {
  id: string;
  /** Address of the video file. */
  film: string;
  poster: Picture | null;
  name: string;
  /** Formatted price; empty for an unavailable product, "N/A" for a video without a product. */
  price: string;
  /** Path of the product's page; null if there is none. */
  to: string | null;
  picture: Picture | null;
}

/**
 * Data of a video for pages. The name says "unavailable" if the product was deleted or unpublished, and "unknown" if the video
 * has no product.
 */
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
