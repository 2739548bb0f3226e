import { z } from "zod";

/** A stored picture where it is used: its file by content hash, its size in pixels, its words. */
export const Picture = z.object({
  /** Relative to the API base, as the wire and the bag write it: `/media/products/…`. */
  path: z.string(),
  hash: z.string(),
  width: z.int(),
  height: z.int(),
  alt: z.string(),
});
export type Picture = z.infer<typeof Picture>;
