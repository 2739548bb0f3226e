/** Bounds of a Markdown text, beyond which it takes seconds to render. A file of its own, because a screen says them. */
export const markdownLimits = {
  letters: 40_000,
  /** Quotations, lists and HTML tags in each other. */
  levels: 50,
  /**
   * Signs of emphasis and exclamation marks in one paragraph. A sign of emphasis is compared with all others of the paragraph, and
   * at an exclamation mark, with which a picture could begin, the rest of a long word is read again.
   */
  marks: 500,
  /** Letters of an address that becomes a link by itself; at each sign of its end it is read again. */
  address: 2_000,
} as const;
