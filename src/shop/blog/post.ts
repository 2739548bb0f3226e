import { HTML_TAG } from "~/platform/html-tag";
import type { Picture } from "~/shop/picture";

/** An article of the blog. */
export interface Post {
  id: string;
  title: string;
  /** Path of the article's picture, as in the API; null for none. */
  image: string | null;
  picture: Picture | null;
  description: string;
  /** Sanitized HTML. */
  content: string;
  category: BlogCategory;
  publishedAt: Date;
  /** Title and description in search results; empty: title and description of the article. */
  searchTitle: string;
  searchWords: string;
}

/** Maximum number of letters in an article's text; the longest article of the demo shop has 4,000. */
export const MOST_LETTERS = 200_000;

export interface BlogCategory {
  id: string;
  name: string;
}

/**
 * Slug of a title: lower case, with hyphens for spaces and all other characters kept ('Ride Safe: Night' → 'ride-safe:-night').
 */
export const postSlug = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** Path of an article. */
export const postAddress = ({ title }: { title: string }): string => `/blog/${encodeURIComponent(postSlug(title))}`;

/** A slug reduced to letters, digits and single hyphens between them, because punctuation may get lost in links. */
const bare = (slug: string): string =>
  slug
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");

/** Finds the article of a slug: first an exact match, then one that ignores punctuation. */
export function postAt<T extends { title: string }>(posts: T[], slug: string): T | undefined {
  const wanted = slug.toLowerCase();
  return (
    posts.find(({ title }) => postSlug(title) === wanted) ??
    (bare(slug) ? posts.find(({ title }) => bare(postSlug(title)) === bare(slug)) : undefined)
  );
}

const EXCERPT = 100;
/** Matches tags inside a line; any other tag ends one. */
const INLINE_TAG = /^<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u)\b/i;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " };

/** The first 100 characters of an article's text, or of its description if it has no text. */
export function excerptOf({ content, description }: Pick<Post, "content" | "description">): string {
  const text = content
    .replace(HTML_TAG, (tag) => (INLINE_TAG.test(tag) ? "" : " "))
    .replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, " ")
    .trim();
  const letters = Array.from(text || description);
  return letters.length > EXCERPT ? `${letters.slice(0, EXCERPT).join("").trimEnd()}...` : letters.join("");
}
