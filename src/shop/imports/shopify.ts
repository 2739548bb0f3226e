import { jsonIn } from "~/platform/browser-storage";
import { FIELDS, plain } from "./columns";
import type { ForeignTable } from "./foreign-table";

/** Columns whose values Shopify writes with an apostrophe before them, so that spreadsheets take them for texts. */
const OF_TEXT = new Set(["sku", "variant sku", "barcode", "variant barcode"]);
/** Column of an attribute that the merchant or Shopify keeps about products, such as "Fabric (product.metafields.custom.fabric)". */
const METAFIELD = /^(.+?) \(product\.metafields\.(?!shopify\.(?:color-pattern|size)\))[^()]+\)$/i;
/** Words of a yes or no of Shopify's. */
const YES_OR_NO: ReadonlyMap<string, string> = new Map([
  ["true", "Yes"],
  ["false", "No"],
]);
/** Values that refer to other records. */
const REFERENCE = /^gid:/;

/** Table of a Shopify export: what it keeps about products follows as attributes, one a line. */
export function shopifyTable(headers: string[]): ForeignTable {
  const ofText = headers.map((header) => OF_TEXT.has(plain(header)));
  const noted = headers.flatMap((header, place) => {
    const [, name] = METAFIELD.exec(header.trim()) ?? [];
    return name ? [{ name, place }] : [];
  });
  const hasOwn = headers.some((header) => plain(header) === plain(FIELDS.attributes.label));
  const unmarked = (cells: string[]) =>
    cells.map((cell, place) => (ofText[place] ? cell.replace(/^'(?=[\w.-]+$)/, "") : cell));
  if (noted.length === 0 || hasOwn) return { headers, read: unmarked };
  return {
    headers: [...headers, FIELDS.attributes.label],
    read(cells) {
      const attributes = noted.flatMap(({ name, place }) => {
        const value = wordsOf(cells[place] ?? "");
        return value === "" ? [] : [`${name}: ${YES_OR_NO.get(value) ?? value}`];
      });
      const own = unmarked(cells);
      return [...headers.map((_, place) => own[place] ?? ""), attributes.join("\n")];
    },
  };
}

/** Words of an attribute in one line: of a list, a measure, an amount or a formatted text, too. Empty for references and ratings. */
function wordsOf(cell: string): string {
  // Only such a cell can be a value of several parts: a failing parser takes longer than all else of a row.
  const value = /^\s*[[{]/.test(cell) ? jsonIn(cell) : cell;
  const words =
    typeof value === "object" && value !== null
      ? (Array.isArray(value) ? value : [value]).map((each: unknown) => wordsIn(each))
      : [withoutReference(cell)];
  return words
    .filter((each) => each !== "")
    .join(", ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const withoutReference = (text: string): string => (REFERENCE.test(text) ? "" : text);

/** Deepest nesting of a value whose words are read: lists in lists of a formatted text are a few levels. */
const DEEPEST = 40;

interface Value {
  value?: unknown;
  unit?: unknown;
  amount?: unknown;
  currency_code?: unknown;
  type?: unknown;
  children?: unknown;
}

/** Words of a value of several parts: 0.9 mm, 10.00 USD, an entry of a list, or the blocks of a formatted text. */
function wordsIn(part: unknown, depth = 0): string {
  if (typeof part === "string") return withoutReference(part);
  if (typeof part === "number") return String(part);
  if (typeof part !== "object" || part === null || depth > DEEPEST) return "";
  const { value, unit, amount, currency_code: currency, type, children }: Value = part;
  if (type === "text") return String(value ?? "");
  if (Array.isArray(children)) {
    const own = children.map((child: unknown) => wordsIn(child, depth + 1));
    return own.join(children.some((child: Value | null) => child?.type === "text") ? "" : " ");
  }
  const parts = unit === undefined ? [amount, currency] : [value, unit];
  return parts.filter((each) => each !== undefined).join(" ");
}
