import { getTableColumns, getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { columnName } from "~/platform/json-column.tables";
import { markedAs } from "~/platform/marks.tables";
import { blogCategories, posts } from "~/shop/blog/blog.tables";
import { categories, productColors, products, sizeGuides, variants } from "~/shop/catalog/catalog.tables";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { mediaUses } from "~/platform/media.tables";
import { chapters, events, socialPosts, states, videos } from "~/shop/community/community.tables";
import type { TextKind } from "~/shop/publishing/text-id";
import { questions, reviews, reviewSummaries } from "~/shop/reviews/reviews.tables";
import { settings } from "~/shop/settings.tables";
import { banners, faqCategories, faqs, menuLinks, pages } from "~/shop/texts/texts.tables";

/** Description of a table with content, for export and import. */
export interface ContentTable {
  name: string;
  /** Nouns for a row and for several rows. */
  words: readonly [one: string, many: string];
  /** Columns that identify the same row in different shops. */
  key: readonly string[];
  /** Columns that form a row's name for members, if its key does not; a product id is replaced by the product's name. */
  label?: readonly string[];
  /** Columns that the file contains. */
  columns: readonly string[];
  /** Columns that are not in the file: numbers and counts that each shop makes itself, and data of shoppers and orders. */
  omitted: readonly string[];
  /** Columns that an import does not overwrite. */
  kept?: readonly string[];
  /** SQL condition for rows that are content; all rows if unset. */
  where?: string;
  /** Sort order of the rows in SQL. Texts are sorted by code point, which is the same in every database. */
  order: string;
  /** Whether the table is an ordered list that a file replaces as a whole: rows that are not in the file are removed. */
  isList?: true;
  /** Columns that are logged as fields of a record kind, which also undoes their changes. */
  logged?: readonly string[];
  /** Whether rows that an import added are kept when it is taken back, because other records may refer to them. */
  stays?: true;
  /** Whether a member is told about rows kept by `stays`, because they should be archived by hand. */
  isToldOf?: true;
}

const list = (names: string): string[] => names.split(" ");

/** Names in the database of the columns under some properties of a table, in the order of the table. */
const namesIn = (table: PgTable, properties: readonly string[]): string[] =>
  Object.entries(getTableColumns(table)).flatMap(([property, column]) =>
    properties.includes(property) ? [columnName(property, column)] : [],
  );

interface Described extends Omit<ContentTable, "name" | "columns" | "omitted"> {
  /** Content of the table that the file does not have. */
  without?: readonly string[];
  /** Personal columns that the file has, because shoppers publish them under their name. */
  published?: readonly string[];
}

/** Describes a table: by their marks the file has its content, and its key. */
function contentOf(table: PgTable, { without = [], published = [], ...described }: Described): ContentTable {
  const content = namesIn(table, markedAs(table, "content")).filter((name) => !without.includes(name));
  const all = namesIn(table, Object.keys(getTableColumns(table)));
  const columns = all.filter((name) => [...described.key, ...content, ...published].includes(name));
  return {
    name: getTableName(table),
    columns,
    omitted: all.filter((name) => !columns.includes(name)),
    ...described,
  };
}

const goods: readonly ContentTable[] = [
  contentOf(settings, {
    words: ["setting", "settings"],
    key: ["name"],
    without: ["changed_at"],
    logged: ["value"],
    stays: true,
    order: 'name collate "C"',
  }),
  contentOf(categories, {
    words: ["category", "categories"],
    key: ["id"],
    label: ["name"],
    logged: list("name position put_away_at only_faulty_returns"),
    stays: true,
    order: 'parent_id is not null, position, id collate "C"',
  }),
  contentOf(sizeGuides, {
    words: ["size guide", "size guides"],
    key: ["id"],
    label: ["name"],
    logged: list("name words unit table put_away_at"),
    stays: true,
    isToldOf: true,
    order: 'id collate "C"',
  }),
  contentOf(products, {
    words: ["product", "products"],
    key: ["id"],
    label: ["name"],
    kept: ["sample"],
    logged: namesIn(products, [...Object.keys(productRecord.fields), "images"]),
    stays: true,
    order: 'position, id collate "C"',
  }),
  contentOf(productColors, {
    words: ["color", "colors"],
    key: ["product_id", "name"],
    logged: list("swatch images position retired_at"),
    stays: true,
    order: 'product_id collate "C", position, name collate "C"',
  }),
  contentOf(variants, {
    words: ["variant", "variants"],
    key: ["product_id", "size", "color"],
    without: ["id"],
    kept: ["stock"],
    logged: namesIn(variants, [...Object.keys(variantRecord.fields), "position", "retiredAt"]),
    stays: true,
    // Variants are sorted as in the demo shop, so that a shop made from the file gives them the same ids.
    order:
      '(select position from products where id = product_id), product_id collate "C", position, size collate "C", color collate "C"',
  }),
  contentOf(mediaUses, {
    words: ["picture", "pictures"],
    key: ["path"],
    logged: ["alt"],
    stays: true,
    order: 'path collate "C"',
  }),
  contentOf(reviews, {
    words: ["review", "reviews"],
    key: ["id"],
    label: ["title"],
    without: ["order_number", "order_line"],
    published: ["title", "author", "content"],
    kept: ["sample"],
    logged: list("state hidden_because answer answered_at"),
    where: "state = 'approved'",
    order: 'id collate "C"',
  }),
  contentOf(questions, {
    words: ["question", "questions"],
    key: ["id"],
    label: ["question"],
    without: ["answer_mailed_at"],
    published: ["question", "author"],
    kept: ["sample"],
    logged: list("state hidden_because"),
    where: "state = 'approved'",
    order: 'id collate "C"',
  }),
  contentOf(reviewSummaries, {
    words: ["summary of reviews", "summaries of reviews"],
    key: ["scope"],
    order: 'scope collate "C"',
  }),
];

const pageTexts = contentOf(pages, { words: ["page", "pages"], key: ["key"], order: 'key collate "C"' });

/** Tables of each kind of texts. Changed words of letters and of search results are rows of the pages' table. */
const texts: Record<TextKind, readonly ContentTable[]> = {
  article: [
    contentOf(blogCategories, {
      words: ["category of articles", "categories of articles"],
      key: ["id"],
      label: ["name"],
      order: 'position, id collate "C"',
    }),
    contentOf(posts, {
      words: ["article", "articles"],
      key: ["id"],
      label: ["title"],
      order: 'id collate "C"',
    }),
  ],
  page: [pageTexts],
  letter: [pageTexts],
  search: [pageTexts],
  faq: [
    contentOf(faqCategories, {
      words: ["category of the FAQ", "categories of the FAQ"],
      key: ["id"],
      label: ["name"],
      order: 'position, id collate "C"',
    }),
    contentOf(faqs, {
      words: ["question of the FAQ", "questions of the FAQ"],
      key: ["id"],
      label: ["question"],
      order: 'id collate "C"',
    }),
  ],
  menu: [
    contentOf(menuLinks, {
      words: ["row of the menus", "rows of the menus"],
      key: ["id"],
      label: ["label"],
      isList: true,
      order: 'menu collate "C", position, id collate "C"',
    }),
    contentOf(banners, {
      words: ["banner", "banners"],
      key: ["id"],
      label: ["label"],
      isList: true,
      order: 'position, id collate "C"',
    }),
  ],
  chapter: [
    contentOf(states, { words: ["state", "states"], key: ["code"], label: ["name"], order: 'code collate "C"' }),
    contentOf(chapters, {
      words: ["chapter", "chapters"],
      key: ["id"],
      label: ["name"],
      order: 'id collate "C"',
    }),
  ],
  event: [contentOf(events, { words: ["event", "events"], key: ["id"], label: ["name"], order: 'id collate "C"' })],
  film: [
    contentOf(videos, {
      words: ["film", "films"],
      key: ["id"],
      label: ["file_name"],
      order: 'position, id collate "C"',
    }),
  ],
  post: [
    contentOf(socialPosts, {
      words: ["riders' post", "riders' posts"],
      key: ["id"],
      label: ["caption"],
      order: 'position, id collate "C"',
    }),
  ],
};

/** All content tables, parents before the tables that refer to them. */
export const contentTables: readonly ContentTable[] = [...new Set([...goods, ...Object.values(texts).flat()])];

/** A table or column name quoted for SQL; only names from this file or the database's catalog are passed. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
