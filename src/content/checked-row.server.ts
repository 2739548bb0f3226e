import { createHash } from "node:crypto";
import { z } from "zod";
import { cleanHtml } from "~/platform/html.server";
import { byName } from "~/platform/by-name";
import { articleHtml } from "~/shop/blog/article-text.server";
import { isSwatch } from "~/shop/catalog/editing/colors-and-variants";
import { GIFT_CARD_ID } from "~/shop/catalog/product-kind";
import { isHarmless } from "~/shop/texts/is-harmless";
import { letterComplaint } from "~/shop/texts/letters/letter-check";
import { letterForm } from "~/shop/texts/letters/letter-forms";
import { letterPage } from "~/shop/texts/letters/letter-words.server";
import { PlainLine } from "~/shop/plain-text";
import { searchPage } from "~/shop/publishing/search-pages";
import { searchTextsPage } from "~/shop/texts/search-texts.server";
import { MediaPath } from "~/shop/catalog/product-lists";
import { pageTexts, PolicyText } from "~/shop/texts/page-texts";
import { Settings } from "~/shop/settings";
import { contentLimits } from "./content-limits";
import { contentTables } from "./content-tables.server";
import { fromEarlierVersion } from "./earlier-versions.server";
import { complaintOf, shapeComplaint } from "./row-shapes.server";

type Row = Record<string, unknown>;

/** Converts a valid row from a file of any version to the row that is stored. Scripts in the HTML of articles are removed. */
export function storableRow(record: { table: string; row: Row }, version: number): Row {
  const { row } = checkedRow(record, version);
  return record.table === "posts" ? articleRow(row) : row;
}

/** Converts a row from a file of any version to the current format, or says what is wrong with it. */
export function checkedRow(
  { table, row: read }: { table: string; row: Row },
  version: number,
): { row: Row; complaint?: string } {
  const known = contentTables.find(({ name }) => name === table);
  if (!known) return { row: read, complaint: "this shop has no such content." };
  const row = fromEarlierVersion(version, table, read);
  const missing = known.key.filter((name) => row[name] === undefined || row[name] === null);
  if (missing.length > 0) return { row, complaint: `${missing.join(", ")} is missing.` };
  const unknown = Object.keys(row).find((name) => !known.columns.includes(name));
  if (unknown !== undefined) return { row, complaint: `${unknown.slice(0, 60)}: there is no such column.` };
  return { row, complaint: shapeComplaint(table, row) ?? checks[table]?.(row) };
}

/** Error in the texts of a letter, by the rules for texts that members write. */
function lettersComplaint(name: string, content: unknown): string | undefined {
  const form = letterForm(name.slice(letterPage("").length));
  if (!form) return `there is no letter ${name}.`;
  const wrong = Object.entries((content ?? {}) as Record<string, unknown>).find(
    ([field, text]) =>
      !Object.hasOwn(form.fields, field) ||
      typeof text !== "string" ||
      text.length > 3000 ||
      letterComplaint(form, field, text) !== undefined,
  );
  return wrong && `${name}, ${wrong[0].slice(0, 60)}: the letter cannot say this.`;
}

/** Error in the title or description of a page for search results. */
function searchComplaint(name: string, content: unknown): string | undefined {
  if (!searchPage(name.slice(searchTextsPage("").length))) return `there is no page ${name}.`;
  const { error } = SearchTexts.safeParse(content);
  return error && complaintOf(name, error);
}

const SearchTexts = z.strictObject({ title: PlainLine(120).optional(), words: PlainLine(320).optional() });

const checks = byName<(row: Row) => string | undefined>({
  settings({ name, value }) {
    const schema = Object.hasOwn(Settings.shape, String(name))
      ? Settings.shape[String(name) as keyof Settings]
      : undefined;
    if (!schema) return `there is no setting ${String(name)}.`;
    const { error } = schema.safeParse(value);
    return error && complaintOf(String(name), error);
  },
  pages({ key, content }) {
    const name = String(key);
    if (name.startsWith(letterPage(""))) return lettersComplaint(name, content);
    if (name.startsWith(searchTextsPage(""))) return searchComplaint(name, content);
    const schema = name.startsWith("policy:") ? PolicyText : pageTexts[name as keyof typeof pageTexts];
    if (!Object.hasOwn(pageTexts, name) && !name.startsWith("policy:")) return `there is no page ${name}.`;
    const { error } = schema.safeParse(content);
    return error ? complaintOf(name, error) : linkComplaint(content, name);
  },
  media_uses: ({ path, hash }) =>
    /^\/media\/[^\0]{1,300}$/.test(String(path)) && /^[0-9a-f]{32}$/.test(String(hash))
      ? undefined
      : "this is no path of a picture.",
  posts: (row) =>
    pathComplaint(row, "image") ??
    (typeof row.markdown === "string" ? undefined : articleComplaint(String(row.content ?? ""))),
  menu_links: (row) => linkComplaint(row),
  banners: (row) => linkComplaint(row),
  product_colors: ({ swatch }) =>
    typeof swatch !== "string" || isSwatch(swatch) ? undefined : `swatch: ${swatch.slice(0, 60)} is no color.`,
  products: ({ id, kind = "goods" }) => {
    if (kind === "goods") return id === GIFT_CARD_ID ? "kind: the gift card is no goods." : undefined;
    return kind === "gift-card" && id === GIFT_CARD_ID
      ? undefined
      : "kind: a shop has one gift card, made by its settings.";
  },
  variants: (row) => pathComplaint(row, "image"),
  videos: (row) => pathComplaint(row, "file_path", "poster"),
  social_posts: (row) => pathComplaint(row, "media_url", "thumbnail_url"),
});

/** Row of an article. Its HTML is made from its Markdown; files of earlier releases have only HTML, which is sanitized. */
function articleRow(row: Row): Row {
  const markdown = typeof row.markdown === "string" ? row.markdown : null;
  return {
    ...row,
    markdown,
    content: markdown === null ? cleanHtml(String(row.content ?? "")) : articleHtml(markdown),
  };
}

/** Error in an article that is too long or nested too deeply: sanitizing takes time proportional to length times nesting. */
function articleComplaint(html: string): string | undefined {
  const { article, tags } = contentLimits;
  if (html.length > article) return `content: has more than ${article.toLocaleString("en-US")} letters.`;
  let depth = 0;
  for (const [, isEnd, name = ""] of html.matchAll(/<(\/?)([a-z][a-z\d]*)/gi)) {
    depth += isEnd ? -1 : VOID.has(name.toLowerCase()) ? 0 : 1;
    if (depth < 0) depth = 0;
    if (depth > tags) return `content: more than ${tags} tags lie in each other.`;
  }
  return undefined;
}

const VOID: ReadonlySet<string> = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr",
]);

/** Error for an invalid link in a row or in page texts: links are properties named `href`, at any depth. */
function linkComplaint(value: unknown, path = ""): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, own] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : [path, key].filter(Boolean).join(".");
    const isNone = key === "href" && own !== "" && !isHarmless(String(own));
    const complaint = isNone ? `${at}: ${String(own).slice(0, 60)} is no link.` : linkComplaint(own, at);
    if (complaint) return complaint;
  }
  return undefined;
}

/** Error for a path of a picture or film that is not in the shop's own store. */
function pathComplaint(row: Row, ...columns: string[]): string | undefined {
  for (const column of columns) {
    const { error } = MediaPath.nullish().safeParse(row[column]);
    if (error) return complaintOf(column, error);
  }
  return undefined;
}

/** Decodes a picture; undefined if the bytes do not match the hash. */
export function pictureOf({ picture, data }: { picture: string; data: string }): Buffer | undefined {
  const bytes = Buffer.from(data, "base64");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return hash === picture ? bytes : undefined;
}
