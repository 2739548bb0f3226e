/** A stored picture at a place: content hash, size in pixels, alternative text. */
export interface Picture {
  /** Path relative to the API base: `/media/products/…`. */
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
}
