/** A stored picture where it is used: its file by content hash, its size in pixels, its words. */
export interface Picture {
  /** Relative to the API base, as the wire and the bag write it: `/media/products/…`. */
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
}
