import { z } from "zod";
import { dollars } from "~/shop/money";
import type { CommunityVideo, SocialPost } from "./film";

const Path = z.string().meta({ description: "Relative to the API base" });

/** A community video, as the API returns it; the fields of its product are null if it has no product. */
export const CommunityVideoWire = z
  .object({
    _id: z.string(),
    fileName: z.string().meta({ example: "reel-1.mp4" }),
    filePath: Path.meta({ example: "/media/videos/reel-1.mp4" }),
    thumbnail: Path.nullable(),
    productId: z.string().nullable(),
    productName: z.string().nullable(),
    salePrice: z.number().nullable().meta({ description: "What the product costs now, in US dollars" }),
    productImage: Path.nullable(),
  })
  .meta({ id: "CommunityVideo" });
export type CommunityVideoWire = z.infer<typeof CommunityVideoWire>;

export const videoToWire = ({
  id,
  fileName,
  filePath,
  poster,
  productId,
  product,
}: CommunityVideo): CommunityVideoWire => ({
  _id: id,
  fileName,
  filePath,
  thumbnail: poster?.path ?? null,
  productId,
  productName: product?.name ?? null,
  salePrice: product ? dollars(product.price) : null,
  productImage: product?.image ?? null,
});

/** A social post, as the API returns it. */
export const SocialPostWire = z
  .object({
    id: z.string(),
    caption: z.string(),
    media_type: z.enum(["image", "video"]),
    media_url: Path.meta({ example: "/media/scenes/social-1.webp" }),
    thumbnail_url: Path.nullable(),
  })
  .meta({ id: "SocialPost" });
export type SocialPostWire = z.infer<typeof SocialPostWire>;

export const socialPostToWire = ({ id, caption, mediaType, mediaUrl, thumbnailUrl }: SocialPost): SocialPostWire => ({
  id,
  caption,
  media_type: mediaType,
  media_url: mediaUrl,
  thumbnail_url: thumbnailUrl,
});
