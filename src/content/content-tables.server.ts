import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { columnName } from "~/platform/json-column.tables";
import { markedAs } from "~/platform/marks.tables";
import { products, variants } from "~/shop/catalog/catalog.tables";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";

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

const columns = (names: string): string[] => names.split(" ");

/** Names in the database of the columns under some properties of a table, in the order of the table. */
const namesIn = (table: PgTable, properties: readonly string[]): string[] =>
  Object.entries(getTableColumns(table)).flatMap(([property, column]) =>
    properties.includes(property) ? [columnName(property, column)] : [],
  );

/** All content tables, parents before the tables that refer to them. */
export const contentTables: readonly ContentTable[] = [
  {
    name: "settings",
    words: ["setting", "settings"],
    key: ["name"],
    columns: columns("name value"),
    omitted: ["version", "changed_at"],
    logged: columns("value"),
    stays: true,
    order: 'name collate "C"',
  },
  {
    name: "categories",
    words: ["category", "categories"],
    key: ["id"],
    label: ["name"],
    columns: columns("id name parent_id position put_away_at only_faulty_returns"),
    omitted: ["version"],
    logged: columns("name position put_away_at only_faulty_returns"),
    stays: true,
    order: 'parent_id is not null, position, id collate "C"',
  },
  {
    name: "size_guides",
    words: ["size guide", "size guides"],
    key: ["id"],
    label: ["name"],
    columns: columns("id name words unit table put_away_at created_at"),
    omitted: ["version"],
    logged: columns("name words unit table put_away_at"),
    stays: true,
    isToldOf: true,
    order: 'id collate "C"',
  },
  {
    name: "products",
    words: ["product", "products"],
    key: ["id"],
    label: ["name"],
    columns: namesIn(products, markedAs(products, "content")),
    omitted: namesIn(products, markedAs(products, "technical")),
    kept: ["sample"],
    logged: namesIn(products, [...Object.keys(productRecord.fields), "images"]),
    stays: true,
    order: 'position, id collate "C"',
  },
  {
    name: "product_colors",
    words: ["color", "colors"],
    key: ["product_id", "name"],
    columns: columns("product_id name swatch images position retired_at"),
    omitted: [],
    logged: columns("swatch images position retired_at"),
    stays: true,
    order: 'product_id collate "C", position, name collate "C"',
  },
  {
    name: "variants",
    words: ["variant", "variants"],
    key: ["product_id", "size", "color"],
    columns: namesIn(variants, markedAs(variants, "content")).filter((name) => name !== "id"),
    omitted: ["id", ...namesIn(variants, markedAs(variants, "technical"))],
    kept: ["stock"],
    logged: namesIn(variants, [...Object.keys(variantRecord.fields), "position", "retiredAt"]),
    stays: true,
    // Variants are sorted as in the demo shop, so that a shop made from the file gives them the same ids.
    order:
      '(select position from products where id = product_id), product_id collate "C", position, size collate "C", color collate "C"',
  },
  {
    name: "media_uses",
    words: ["picture", "pictures"],
    key: ["path"],
    columns: columns("path hash alt"),
    omitted: ["version", "unused_since"],
    logged: columns("alt"),
    stays: true,
    order: 'path collate "C"',
  },
  {
    name: "reviews",
    words: ["review", "reviews"],
    key: ["id"],
    label: ["title"],
    columns: columns(
      "id product_id rating title author content verified sample state hidden_because answer answered_at written_at",
    ),
    omitted: ["order_number", "order_line", "request_key", "version"],
    kept: ["sample"],
    logged: columns("state hidden_because answer answered_at"),
    where: "state = 'approved'",
    order: 'id collate "C"',
  },
  {
    name: "questions",
    words: ["question", "questions"],
    key: ["id"],
    label: ["question"],
    columns: columns("id product_id question author answers state hidden_because sample asked_at"),
    omitted: ["email", "answer_mailed_at", "request_key", "version"],
    kept: ["sample"],
    logged: columns("state hidden_because"),
    where: "state = 'approved'",
    order: 'id collate "C"',
  },
  {
    name: "review_summaries",
    words: ["summary of reviews", "summaries of reviews"],
    key: ["scope"],
    columns: columns("scope count stars fit breakdowns"),
    omitted: [],
    order: 'scope collate "C"',
  },
  {
    name: "blog_categories",
    words: ["category of articles", "categories of articles"],
    key: ["id"],
    label: ["name"],
    columns: columns("id name position"),
    omitted: ["version"],
    order: 'position, id collate "C"',
  },
  {
    name: "posts",
    words: ["article", "articles"],
    key: ["id"],
    label: ["title"],
    columns: columns(
      "id title slug image description content markdown search_title search_words category_id published_at",
    ),
    omitted: ["version"],
    order: 'id collate "C"',
  },
  {
    name: "pages",
    words: ["page", "pages"],
    key: ["key"],
    columns: columns("key content published_at"),
    omitted: ["version"],
    order: 'key collate "C"',
  },
  {
    name: "faq_categories",
    words: ["category of the FAQ", "categories of the FAQ"],
    key: ["id"],
    label: ["name"],
    columns: columns("id name position"),
    omitted: ["version"],
    order: 'position, id collate "C"',
  },
  {
    name: "faqs",
    words: ["question of the FAQ", "questions of the FAQ"],
    key: ["id"],
    label: ["question"],
    columns: columns("id category_id question answer position published_at"),
    omitted: ["version"],
    order: 'id collate "C"',
  },
  {
    name: "menu_links",
    words: ["row of the menus", "rows of the menus"],
    key: ["id"],
    label: ["label"],
    columns: columns("id menu position heading label href icon parent target"),
    omitted: ["version"],
    isList: true,
    order: 'menu collate "C", position, id collate "C"',
  },
  {
    name: "banners",
    words: ["banner", "banners"],
    key: ["id"],
    label: ["label"],
    columns: columns("id position label href"),
    omitted: ["version"],
    isList: true,
    order: 'position, id collate "C"',
  },
  {
    name: "states",
    words: ["state", "states"],
    key: ["code"],
    label: ["name"],
    columns: columns("code name"),
    omitted: [],
    order: 'code collate "C"',
  },
  {
    name: "chapters",
    words: ["chapter", "chapters"],
    key: ["id"],
    label: ["name"],
    columns: columns("id kind name city state rule time schedule meet_at description hidden"),
    omitted: ["version"],
    order: 'id collate "C"',
  },
  {
    name: "events",
    words: ["event", "events"],
    key: ["id"],
    label: ["name"],
    columns: columns("id name city state rule schedule description blog_category hidden"),
    omitted: ["version"],
    order: 'id collate "C"',
  },
  {
    name: "videos",
    words: ["film", "films"],
    key: ["id"],
    label: ["file_name"],
    columns: columns("id file_name file_path poster product_id position hidden"),
    omitted: ["version"],
    order: 'position, id collate "C"',
  },
  {
    name: "social_posts",
    words: ["riders' post", "riders' posts"],
    key: ["id"],
    label: ["caption"],
    columns: columns("id caption media_type media_url thumbnail_url position hidden"),
    omitted: ["version"],
    order: 'position, id collate "C"',
  },
];

/** A table or column name quoted for SQL; only names from this file or the database's catalog are passed. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
