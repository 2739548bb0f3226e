import { z } from "zod";
import { PlainLine } from "~/shop/plain-text";

/**
 * The file that holds the whole content of a shop: one JSON document, written one record a line, so that it is read and written
 * piece by piece however large it is. Pictures stand inside, by the hash of their bytes. The last line holds a digest of all
 * before it.
 */
export const FORMAT = "shop-content";
/** 2: rows of menus and banners have ids, reviews and questions nothing of their writers' orders and requests. */
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

/** Ends what the first line opens. */
export const headLine = (head: ContentHead): string => `${JSON.stringify(head).slice(0, -1)},"records":[`;
export const END_OF_RECORDS = "{}],";

export const digestLine = (digest: string): string => `"digest":"${digest}"}`;

/** The head in a first line; nothing when it is none. */
export function headIn(line: string): ContentHead | undefined {
  try {
    return ContentHead.safeParse(JSON.parse(`${line}]}`)).data;
  } catch {
    return undefined;
  }
}

export const digestIn = (line: string): string | undefined => /^"digest":"([0-9a-f]{64})"\}$/.exec(line)?.[1];

/** The row in a line; nothing when it is none. */
export function recordIn(line: string): ContentRecord | undefined {
  try {
    const record = JSON.parse(line.replace(/,$/, "")) as Record<string, unknown> | null;
    if (typeof record?.table === "string" && typeof record.row === "object" && record.row !== null)
      return { table: record.table, row: record.row as Record<string, unknown> };
  } catch {
    // Said by whoever asks.
  }
  return undefined;
}

/** The picture in a line, as the export writes it: what is as long as a picture is not parsed. */
export function pictureIn(line: string): { picture: string; data: string } | undefined {
  const [, picture, data] = /^\{"picture":"([0-9a-f]{32})","data":"([A-Za-z0-9+/=]*)"\},?$/.exec(line) ?? [];
  return picture !== undefined && data !== undefined ? { picture, data } : undefined;
}
