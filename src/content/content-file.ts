import { z } from "zod";
import { PlainLine } from "~/shop/plain-text";

/**
 * The file that holds the whole content of a shop: one JSON document, written one record a line, so that it is read and written
 * piece by piece however large it is. Pictures stand inside, by the hash of their bytes. The last line holds a digest of all
 * before it.
 */
export const FORMAT = "shop-content";
/** Changes of version 2: rows of menus and banners have ids; reviews and questions omit their writers' orders and requests. */
export const VERSION = 2;

/** A row of a table, or a stored file. */
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

/** First line of a file; opens the object and its list of records. */
export const headLine = (head: ContentHead): string => `${JSON.stringify(head).slice(0, -1)},"records":[`;
export const END_OF_RECORDS = "{}],";

export const digestLine = (digest: string): string => `"digest":"${digest}"}`;

/** Head in a first line; undefined if invalid. */
export function headIn(line: string): ContentHead | undefined {
  try {
    return ContentHead.safeParse(JSON.parse(`${line}]}`)).data;
  } catch {
    return undefined;
  }
}

export const digestIn = (line: string): string | undefined => /^"digest":"([0-9a-f]{64})"\}$/.exec(line)?.[1];

/** Row in a line; undefined if invalid. */
export function recordIn(line: string): ContentRecord | undefined {
  try {
    const record = JSON.parse(line.replace(/,$/, "")) as Record<string, unknown> | null;
    if (typeof record?.table === "string" && typeof record.row === "object" && record.row !== null)
      return { table: record.table, row: record.row as Record<string, unknown> };
  } catch {
    // Invalid JSON gives undefined.
  }
  return undefined;
}

/** Picture in a line, cut out of the text, because parsing a line of that length is slow. */
export function pictureIn(line: string): { picture: string; data: string } | undefined {
  const [, picture, data] = /^\{"picture":"([0-9a-f]{32})","data":"([A-Za-z0-9+/=]*)"\},?$/.exec(line) ?? [];
  return picture !== undefined && data !== undefined ? { picture, data } : undefined;
}
