import { createHash } from "node:crypto";
import { cleanHtml } from "~/platform/html.server";
import { pageTexts, PolicyText } from "~/shop/texts/page-texts";
import { Settings } from "~/shop/settings";
import { contentLimits } from "./content-limits";
import { contentTables } from "./content-tables";
import { inTodaysVersion } from "./earlier-versions.server";
import { complaintOf, shapeComplaint } from "./row-shapes.server";

type Row = Record<string, unknown>;

/** A row of a file of some version, as the shop takes it, or what it has against it. What would run as script in a page is taken out or refused. */
export function checkedRow(
  { table, row: read }: { table: string; row: Row },
  version: number,
): { row: Row; complaint?: string } {
  const known = contentTables.find(({ name }) => name === table);
  if (!known) return { row: read, complaint: "this shop has no such content." };
  const row = inTodaysVersion(version, table, read);
  const missing = known.key.filter((name) => row[name] === undefined || row[name] === null);
  if (missing.length > 0) return { row, complaint: `${missing.join(", ")} is missing.` };
  const unknown = Object.keys(row).find((name) => !known.columns.includes(name));
  if (unknown !== undefined) return { row, complaint: `${unknown.slice(0, 60)}: there is no such column.` };
  const complaint = shapeComplaint(table, row) ?? checks[table]?.(row);
  if (complaint) return { row, complaint };
  return { row: table === "posts" ? { ...row, content: cleanHtml(String(row.content ?? "")) } : row };
}

const checks: Record<string, (row: Row) => string | undefined> = {
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
    const schema = name.startsWith("policy:") ? PolicyText : pageTexts[name as keyof typeof pageTexts];
    if (!Object.hasOwn(pageTexts, name) && !name.startsWith("policy:")) return `there is no page ${name}.`;
    const { error } = schema.safeParse(content);
    return error && complaintOf(name, error);
  },
  media_uses: ({ path, hash }) =>
    /^\/media\/[^\0]{1,300}$/.test(String(path)) && /^[0-9a-f]{32}$/.test(String(hash))
      ? undefined
      : "this is no path of a picture.",
  posts: ({ content }) => articleComplaint(String(content ?? "")),
  menu_links: ({ href }) => linkComplaint(href),
  banners: ({ href }) => linkComplaint(href),
};

/** Cleaning takes as long as a text is, times how deep its tags lie. */
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

const linkComplaint = (href: unknown): string | undefined =>
  /^(\/|#|https?:\/\/|mailto:|tel:)/.test(String(href)) ? undefined : `${String(href)} is no link.`;

/** The bytes of a picture, if they are those that its hash names. */
export function pictureOf({ picture, data }: { picture: string; data: string }): Buffer | undefined {
  const bytes = Buffer.from(data, "base64");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 32);
  return hash === picture ? bytes : undefined;
}
