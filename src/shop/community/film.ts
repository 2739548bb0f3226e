import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";

/** A film of the community with the product in it; no product when it has left the shop. */
export interface CommunityVideo {
  id: string;
  fileName: string;
  /** Relative to the API base. */
  filePath: string;
  /** Its first picture. */
  poster: Picture | null;
  /** Null when the film was never tied to a product. */
  productId: string | null;
  product: { id: string; name: string; price: Cents; image: string | null; picture: Picture | null } | null;
}

/** A post of the social feed; a film's picture is its thumbnail. */
export interface SocialPost {
  id: string;
  caption: string;
  mediaType: "image" | "video";
  /** Relative to the API base. */
  mediaUrl: string;
  thumbnailUrl: string | null;
  picture: Picture | null;
}
