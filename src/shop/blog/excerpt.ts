import { decodeEntities, HTML_TAG } from "~/platform/html-tag";
import type { Post } from "./post";

/** Number of characters of an article's text on its card. */
const EXCERPT = 100;
/** Matches tags inside a line; any other tag ends one. */
const INLINE_TAG = /^<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b/i;

/** The first 100 characters of an article's text, or of its description if it has no text. */
export function excerptOf({ content, description }: Pick<Post, "content" | "description">): string {
  const text = decodeEntities(content.replace(HTML_TAG, (tag) => (INLINE_TAG.test(tag) ? "" : " ")))
    .replace(/\s+/g, " ")
    .trim();
  const letters = Array.from(text || description);
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join("").trimEnd()}...` : letters.join("");
}
