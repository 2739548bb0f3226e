import { composed } from "~/shop/folded-text";
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

export interface BlogCategory {
  id: string;
  name: string;
}

/**
 * Slug of a title: lower case, with hyphens for spaces and all other characters kept ('Ride Safe: Night' → 'ride-safe:-night').
 */
export const postSlug = (title: string): string => composed(title).toLowerCase().replaceAll(" ", "-");

/** Path of an article. */
export const postAddress = ({ title }: { title: string }): string => `/blog/${encodeURIComponent(postSlug(title))}`;

/** A slug reduced to letters, digits and single hyphens between them, because punctuation may get lost in links. */
const bare = (slug: string): string =>
  composed(slug)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}-]+/gu, "")
    .replace(/-+/g, "-")
    .replace(/^-|-$/g, "");

/** Finds the article of a slug: first an exact match, then one that ignores punctuation. */
export function postAt<T extends { title: string }>(posts: T[], slug: string): T | undefined {
  const wanted = composed(slug).toLowerCase();
  return (
    posts.find(({ title }) => postSlug(title) === wanted) ??
    (bare(slug) ? posts.find(({ title }) => bare(postSlug(title)) === bare(slug)) : undefined)
  );
}
