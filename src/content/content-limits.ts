/** Limits of a content file, which protect memory, the database, and other requests. */
export const contentLimits = {
  /** Maximum size of the file in bytes, including pictures. */
  bytes: 4 * 1024 ** 3,
  /** Maximum number of lines without pictures. */
  rows: 1_000_000,
  /** Maximum number of characters of all lines without pictures. */
  letters: 256_000_000,
  /** Maximum number of bytes of one line, and maximum nesting depth of its JSON. */
  rowBytes: 1024 * 1024,
  depth: 32,
  /** Maximum number of characters of an article, and maximum nesting depth of its tags: sanitizing takes long beyond these. */
  article: 262_144,
  tags: 256,
  pictures: 100_000,
  /** Maximum number of characters of a line with a picture, which fit a picture of 40 MB. */
  pictureLetters: 60_000_000,
} as const;
