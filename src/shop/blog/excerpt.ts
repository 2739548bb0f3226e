import { decodeEntities, HTML_TAG } from "~/platform/html-tag";
import type { Post } from "./post";

/** Number of characters of an article's text on its card. */
const EXCERPT = 100;
/** Matches tags inside a line; any other tag ends one. */
const INLINE_TAG = /^<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b/i;

/**
 * The first 100 characters of an article's text, or of its description if it has no text; shorter by the word that would be cut,
 * unless that word is longer than half of them.
 */
export function excerptOf({ content, description }: Pick<Post, "content" | "description">): string {
  const text = decodeEntities(content.replace(HTML_TAG, (tag) => (INLINE_TAG.test(tag) ? "" : " ")))
    .replace(/\s+/g, " ")
    .trim();
  const letters = Array.from(text || description);
  if (letters.length <= EXCERPT) return letters.join("");
  const last = letters.lastIndexOf(" ", EXCERPT);
  const kept = letters.slice(0, last >= EXCERPT / 2 ? last : EXCERPT).join("");
  return `${kept.replace(/(?<![\s.,;:])[\s.,;:]+$/, "")}...`;
}
