import { z } from "zod";
import { composed } from "~/shop/folded-text";
import { PlainLine } from "~/shop/plain-text";

/**
 * Format name of a content file: one JSON document with all content of a shop, one record per line, so that a file of any size
 * can be read and written piece by piece. Pictures are inside as base64, by their hash. The last line has a digest of all lines
 * before it.
 */
export const FORMAT = "shop-content";
/**
 * Current version of the format. Since version 2 rows of menus and banners have ids, and reviews and questions omit order numbers
 * and request keys.
 */
export const VERSION = 2;

/** A record of the file: a row of a table, or a picture. */
export type ContentRecord = { table: string; row: Record<string, unknown> } | { picture: string; data: string };

const MOST_NAME = 200;
const ContentHead = z.object({
  format: z.literal(FORMAT),
  version: z.int().min(1),
  shopName: PlainLine(MOST_NAME),
  at: z.iso.datetime(),
});
/** Fields of the first line. */
export type ContentHead = z.infer<typeof ContentHead>;

/** Formats the first line, which opens the JSON object and its list of records. */
export const headLine = (head: ContentHead): string => `${JSON.stringify(head).slice(0, -1)},"records":[`;
export const END_OF_RECORDS = "{}],";

export const digestLine = (digest: string): string => `"digest":"${digest}"}`;

/** Parses the first line; undefined if it is invalid. */
export function headIn(line: string): ContentHead | undefined {
  try {
    return ContentHead.safeParse(JSON.parse(`${line}]}`)).data;
  } catch {
    return undefined;
  }
}

export const digestIn = (line: string): string | undefined => /^"digest":"([0-9a-f]{64})"\}$/.exec(line)?.[1];

/** Value of a JSON text, with its texts composed; addresses of pictures stay as they are, because pictures are found by them. */
function parsed(text: string): unknown {
  const isComposed = !text.includes(String.raw`\u`) && composed(text) === text;
  if (isComposed) return JSON.parse(text);
  return JSON.parse(text, (_, value: unknown) =>
    typeof value === "string" && !value.startsWith("/media/") ? composed(value) : value,
  );
}

/** Parses the line of a row; undefined if it is invalid. */
export function recordIn(line: string): ContentRecord | undefined {
  try {
    const record = parsed(line.replace(/,$/, "")) as Record<string, unknown> | null;
    if (typeof record?.table === "string" && typeof record.row === "object" && record.row !== null)
      return { table: record.table, row: record.row as Record<string, unknown> };
  } catch {
    // Invalid JSON: the result is undefined.
  }
  return undefined;
}

/** Extracts the picture from a line by a regular expression, because parsing so long a line as JSON is slow. */
export function pictureIn(line: string): { picture: string; data: string } | undefined {
  const [, picture, data] = /^\{"picture":"([0-9a-f]{32})","data":"([A-Za-z0-9+/=]*)"\},?$/.exec(line) ?? [];
  return picture !== undefined && data !== undefined ? { picture, data } : undefined;
}
