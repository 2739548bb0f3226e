import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";

/** A community video with its product; null when the product was deleted. */
export interface CommunityVideo {
  id: string;
  fileName: string;
  /** Relative to the API base. */
  filePath: string;
  /** Its first picture. */
  poster: Picture | null;
  /** Null when the video never had a product. */
  productId: string | null;
  product: { id: string; name: string; price: Cents; image: string | null; picture: Picture | null } | null;
}

/** A social post; a video's picture is its thumbnail. */
export interface SocialPost {
  id: string;
  caption: string;
  mediaType: "image" | "video";
  /** Relative to the API base. */
  mediaUrl: string;
  thumbnailUrl: string | null;
  picture: Picture | null;
}
