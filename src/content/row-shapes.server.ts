import { getTableName } from "drizzle-orm";
import type { z } from "zod";
import { columnShapes } from "~/platform/json-column.tables";
import { mediaUses } from "~/platform/media.tables";
import { blogCategories, posts } from "~/shop/blog/blog.tables";
import { categories, productColors, products, sizeGuides, variants } from "~/shop/catalog/catalog.tables";
import { chapters, events, socialPosts, states, videos } from "~/shop/community/community.tables";
import { banners, faqCategories, faqs, menuLinks, pages } from "~/shop/texts/texts.tables";
import { questions, reviews, reviewSummaries } from "~/shop/reviews/reviews.tables";
import { settings } from "~/shop/settings.tables";

const shapes: Map<string, Map<string, z.ZodType>> = new Map(
  [
    settings,
    pages,
    faqCategories,
    faqs,
    menuLinks,
    banners,
    mediaUses,
    categories,
    sizeGuides,
    products,
    productColors,
    variants,
    reviews,
    questions,
    reviewSummaries,
    blogCategories,
    posts,
    states,
    chapters,
    events,
    videos,
    socialPosts,
  ].map((table) => [getTableName(table), columnShapes(table)] as const),
);

/** Error in a row as text: column, path within its value, and problem. */
export function shapeComplaint(table: string, row: Record<string, unknown>): string | undefined {
  for (const [column, shape] of shapes.get(table) ?? []) {
    const { error } = row[column] === undefined ? {} : shape.safeParse(row[column]);
    if (error) return complaintOf(column, error);
  }
  return undefined;
}

/** First error of a schema as text, such as `answers[0].author: must not be empty`. */
export function complaintOf(name: string, { issues: [issue] }: z.ZodError): string {
  const path = (issue?.path ?? []).map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `${name}${path}: ${issue?.message ?? "the value does not fit"}`;
}
