/** A stored picture as used at one place: content hash, size in pixels, alternative text. */
export interface Picture {
  /** Path relative to the API base: `/media/products/…`. */
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
}
