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
      ? Array.isArray(value)
        ? value.filter((each): each is string => typeof each === "string").map(withoutReference)
        : [wordsIn(value)]
      : [withoutReference(cell)];
  return words
    .filter((each) => each !== "")
    .join(", ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const withoutReference = (text: string): string => (REFERENCE.test(text) ? "" : text);

interface Value {
  value?: unknown;
  unit?: unknown;
  amount?: unknown;
  currency_code?: unknown;
  type?: unknown;
  children?: unknown;
}

/** Words of a value of several parts: 0.9 mm, 10.00 USD, or the blocks of a formatted text. */
function wordsIn({ value, unit, amount, currency_code: currency, type, children }: Value): string {
  if (type === "text") return String(value ?? "");
  if (Array.isArray(children)) {
    const own = children.map((child: Value) => wordsIn(child));
    return own.join(children.some(({ type: kind }: Value) => kind === "text") ? "" : " ");
  }
  const parts = unit === undefined ? [amount, currency] : [value, unit];
  return parts.filter((part) => part !== undefined).join(" ");
}
