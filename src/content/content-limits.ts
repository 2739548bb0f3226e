/** Limits of a content file, which protect memory, database and other requests. */
export const contentLimits = {
  /** Bytes of the whole file, pictures included. */
  bytes: 4 * 1024 ** 3,
  /** Lines without pictures. */
  rows: 1_000_000,
  /** Characters of all these lines together. */
  letters: 256_000_000,
  /** Bytes of one line, and nesting depth of its JSON. */
  rowBytes: 1024 * 1024,
  depth: 32,
  /** Characters of an article's text, and nesting depth of its tags: sanitizing beyond these takes long. */
  article: 262_144,
  tags: 256,
  pictures: 100_000,
  /** Characters of a line with a picture of 40 MB. */
  pictureLetters: 60_000_000,
} as const;
