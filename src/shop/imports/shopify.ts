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
/** Values that refer to other records or are no words. */
const REFERENCE = /^(gid:|[[{])/;

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
        const value = (cells[place] ?? "").replaceAll(/\s+/g, " ").trim();
        return value === "" || REFERENCE.test(value) ? [] : [`${name}: ${YES_OR_NO.get(value) ?? value}`];
      });
      const own = unmarked(cells);
      return [...headers.map((_, place) => own[place] ?? ""), attributes.join("\n")];
    },
  };
}
