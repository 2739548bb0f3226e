import type { Cents } from "~/shop/money";
import type { Picture } from "~/shop/picture";

/** A community video with its product, which is null if it was deleted or unpublished. */
export interface CommunityVideo {
  id: string;
  fileName: string;
  /** Path of the video, relative to the API's base address. */
  filePath: string;
  /** Picture that is shown before the video plays. */
  poster: Picture | null;
  /** Id of the product; null if the video never had one. */
  productId: string | null;
  product: { id: string; name: string; price: Cents; image: string | null; picture: Picture | null } | null;
}

/** A social post; a video's picture is its thumbnail. */
export interface SocialPost {
  id: string;
  caption: string;
  mediaType: "image" | "video";
  /** Path of the picture or video, relative to the API's base address. */
  mediaUrl: string;
  thumbnailUrl: string | null;
  picture: Picture | null;
}
