/** Bounds of a Markdown text, beyond which it takes seconds to render. A file of its own, because a screen says them. */
export const markdownLimits = {
  letters: 40_000,
  /** Quotations, lists and HTML tags in each other. */
  levels: 50,
  /** Signs of emphasis in one paragraph: each is compared with all others of the paragraph. */
  marks: 500,
} as const;
