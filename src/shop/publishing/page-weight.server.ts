import type { Database } from "~/platform/database.server";
import { weightsOf } from "~/platform/media.server";
import { textControlOf } from "~/shop/texts/text-controls";
import { type Complaint, outlineOf } from "./publish-checks";

/** Maximum size of all pictures of one text, in approximate bytes; a heavier text cannot be published. */
export const MOST_WEIGHT = 900_000;
/** Width in pixels of a picture on a wide screen. */
const SHOWN_WIDTH = 1280;

interface WeighedPicture {
  field: string;
  bytes: number;
}

/**
 * Pictures in the texts of a record, each with the approximate number of bytes that shoppers download. Pictures of hidden
 * sections are left out.
 */
export async function picturesOf(
  db: Database,
  values: Readonly<Record<string, unknown>>,
  markdown: readonly string[] = [],
): Promise<WeighedPicture[]> {
  const named = Object.entries(values).flatMap(([field, value]) => pathsIn(field, value, values, markdown));
  if (named.length === 0) return [];
  const paths = named.map(({ path }) => path);
  const rows = await weightsOf(db, paths);
  const bytes = new Map(rows.map((row) => [row.path, shownBytes(row)]));
  return named.flatMap(({ field, path }) => (bytes.has(path) ? [{ field, bytes: bytes.get(path) ?? 0 }] : []));
}

function pathsIn(
  field: string,
  value: unknown,
  values: Readonly<Record<string, unknown>>,
  markdown: readonly string[],
): { field: string; path: string }[] {
  if (typeof value !== "string" || value === "") return [];
  const [, section] = /^parts\.(\w+)\./.exec(field) ?? [];
  if (section !== undefined && values[`parts.${section}.state`] !== "shown") return [];
  // A screen shows only one of the two crops of the opening picture.
  if (field.endsWith(".tall")) return [];
  if (field === "cover" || textControlOf(field) === "picture") return [{ field, path: value }];
  if (textControlOf(field) !== "markdown" && !markdown.includes(field)) return [];
  return outlineOf(value).pictures.map((path) => ({ field, path }));
}

/** Estimates the bytes at the shown width: proportional to the area; pictures are never enlarged. */
const shownBytes = ({ bytes, width }: { bytes: number; width: number }): number =>
  width > SHOWN_WIDTH ? Math.round(bytes * (SHOWN_WIDTH / width) ** 2) : bytes;

/** Sum of the bytes of all pictures. */
export const weightOf = (pictures: readonly WeighedPicture[]): number =>
  pictures.reduce((sum, { bytes }) => sum + bytes, 0);

/** Error at the largest picture that the draft changes, if all pictures together exceed `MOST_WEIGHT`. */
export function weightComplaint(pictures: readonly WeighedPicture[], changed: readonly string[]): Complaint[] {
  const weight = weightOf(pictures);
  const [heaviest] = pictures
    .filter(({ field }) => changed.includes(field))
    .toSorted((one, other) => other.bytes - one.bytes);
  if (weight <= MOST_WEIGHT || !heaviest) return [];
  return [
    {
      field: heaviest.field,
      text: `With this the pictures weigh ${inKilobytes(weight)}, and may weigh ${inKilobytes(MOST_WEIGHT)}. Choose a lighter one.`,
    },
  ];
}

/** Formats bytes: "412 kB". */
export const inKilobytes = (bytes: number): string => `${Math.ceil(bytes / 1000).toLocaleString("en-US")} kB`;
