/** Bounds of a content file, so that no file takes the process, the database or other requests with it. */
export const contentLimits = {
  /** Bytes of the whole file, pictures included. */
  bytes: 4 * 1024 ** 3,
  /** Lines that are no pictures. */
  rows: 1_000_000,
  /** Letters of all of these together. */
  letters: 256_000_000,
  /** Bytes of one of them, and how deep its lists and objects lie in each other. */
  rowBytes: 1024 * 1024,
  depth: 32,
  /** Letters of the text of an article, and how deep its tags lie in each other: cleaning takes long beyond. */
  article: 262_144,
  tags: 256,
  pictures: 100_000,
  /** Letters of a line with a picture: one of 40 MB. */
  pictureLetters: 60_000_000,
} as const;
