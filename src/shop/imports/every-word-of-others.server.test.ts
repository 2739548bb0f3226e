import { parse } from "csv-parse/sync";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { products } from "~/shop/catalog/catalog.tables";
import { plainText } from "~/platform/html.server";
import { categoryWords } from "./file-categories.server";
import { importPictures } from "./imports.tables";
import { rejectedRowsCsv } from "./rejected-rows.server";

// Whole exports as each program writes them, with invented goods. Every word and number of a column that is read is found again:
// in a product, in the preview, which asks about categories once, or with its row in the file of problems.

const { shop, owner, readIn, settle, apply, entryOf, rows, goods, questions } = await openImports();

// The messages about a sale depend on the day: one of the files is in its sale, and the sale of another is still to begin.
beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-11-30T18:00:00Z"), toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Columns of ids, yes and no, and words of the program, which become a state of the product. */
const STATES =
  /^(id|token|type|typ|published|veröffentlicht|visible|status|gift card|on sale|archived|square online item visibility|item type|product (id|type|page)( \[non editable\])?|variant id.*|variant requires shipping|variant inventory (tracker|policy)|in stock\?|vorrätig\?|stock|backorders allowed\?|visibility in catalog|sichtbarkeit im katalog|parent|attribute \d+ visible|attribut 1 sichtbar|images|bilder|hosted image urls|image src|image alt text|variant image|option1 name|sale price|variation name|(variant )?inventory (tracker|policy)|continue selling when out of stock|published on online store|option( |)\d name|option name \d|attribute \d name|item|item weight unit|option status|fieldtype|handleid|inventory|discountmode|discountvalue|surcharge|track inventory|productoption(name|type)\[?\d\]?|variation \d (type|name)|currency_code|inventory tracking|product (visible\?|status|id|token)|visibilité dans le catalogue|autoriser les commandes .*|visibility|product_(internal_id|option_(name|type))|tipo|visibilidad en el catálogo|nombre del atributo \d|headwear|final sale|new arrivals|best seller|row is about)$/i;

/** Marks of programs around words: Square's ids of categories, kinds of options, and codes of swatches. */
const MARKS =
  / \([A-Z\d]{6,}\)|Type=(?:Rectangle|Swatch)|Name=|Value=|\[[A-Z]{2}\]|rgba?\([\d,. ]+\):|\[?:?#[\da-f]{6}(?:\|#[\da-f]{6})*[:\]]?|\[ADD\].*/g;
const wordsIn = (text: string): string[] =>
  plainText(text.replaceAll(/\\n/g, "\n").replaceAll(MARKS, " "))
    .replaceAll(/,(?!\d)|(?<!\d),/g, " ")
    .normalize("NFC")
    .match(/[\p{L}\p{M}\p{N}.,']+/gu) ?? [];
const bare = (word: string): string =>
  word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/^(?:[,']|\.(?!\d))+|[.,']+$/g, "");

/** Column that is read only where the one beside it is empty: Shopify's taxonomy, beside the type. */
const SECOND_CHOICE = "product category";
/** Names of no choice and no category, of another spelling that is read, and of the shop's own currency; an id of Square's. */
const MEANT: ReadonlySet<string> = new Set([
  "title",
  "uncategorized",
  "colour",
  "usd",
  "7kq",
  "unlimited",
  "regular",
  "all",
  "products",
  "home",
]);

/** Ways in which the shop may hold a number of a file: as it is, in cents, in grams, or as dollars of a message. */
function asNumber(word: string): string[] {
  const number = Number(/,\d{1,2}$/.test(word) ? word.replaceAll(".", "").replace(",", ".") : word.replaceAll(",", ""));
  const units = [1, 100, 453.592_37, 28.349_523, 1000].map((unit) => String(Math.round(number * unit)));
  return [...units, number.toFixed(2)];
}

/** Times that the shop wrote itself are no words of a file: "12:59" would find its 59. */
function withoutTimes(this: Record<string, unknown>, key: string, value: unknown): unknown {
  return this[key] instanceof Date ? undefined : value;
}

/** Cells of rows that are no goods: gift cards, and the lines of Faire's template under its headings. */
const NO_GOODS = /^(?:gift[_ ]cards?|gift certificates|mandatory|product_name_english)$/i;

/** Words of the file's read columns that are neither in the shop nor in the preview. */
async function lostOf(name: string, settled: Parameters<typeof settle>[1]): Promise<string[]> {
  const file = await fileOfOthers(name);
  const id = await readIn(file);
  const asked = await questions(id);
  await settle(id, { takesStock: true, ...settled });
  const { headers, mapping, separator, encoding } = await entryOf(id);
  const left = new Set(headers.filter((_, place) => mapping[place] === null));
  const preview = await rows(id);
  await apply(id);
  const names = new Set(preview.flatMap(({ product }) => product?.name ?? []));
  const stored = await shop.db.select({ name: products.name, handle: products.handle }).from(products);
  const imported = stored.filter((product) => names.has(product.name));
  const all = await Promise.all(imported.map(({ handle }) => goods(handle ?? "")));
  const pictures = await shop.db.select().from(importPictures).where(eq(importPictures.importId, id));
  const told = preview.map(({ problems, name: called }) => [called, problems]);
  const said = JSON.stringify([asked, all, pictures, told], withoutTimes);
  const { words: categories } = await categoryWords(shop.db, await entryOf(id));
  const csv = (await rejectedRowsCsv(shop, owner, id)) ?? "";
  const mended = parse(csv, { delimiter: separator, relax_column_count: true, bom: true }) as string[][];
  const texts = [said, ...mended.flat(), ...categories.map(({ word }) => word)];
  const found = new Set(texts.flatMap(wordsIn).map(bare));
  const [heads = [], ...body] = parse(new TextDecoder(encoding).decode(file), {
    delimiter: separator,
    relax_column_count: true,
    bom: true,
    from_line: name === "sheet-by-hand" ? 2 : 1,
  }) as string[][];
  // Gift cards are counted above the preview, and have no rows in it.
  return body.flatMap((cells) =>
    cells.some((cell) => NO_GOODS.test(cell))
      ? []
      : cells.flatMap((cell, place) => {
          const head = heads[place] ?? "";
          if (left.has(head) || STATES.test(head) || head.toLowerCase() === SECOND_CHOICE) return [];
          return wordsIn(cell)
            .map(bare)
            .filter(
              (word) =>
                word !== "" &&
                !MEANT.has(word) &&
                !found.has(word) &&
                !asNumber(word).some((number) => found.has(number)),
            );
        }),
  );
}

test.each([
  ["shopify-full", {}],
  ["woocommerce-full", {}],
  ["woocommerce-german", { decimal: "comma" }],
  ["squarespace-shop", { options: { leather: "color" } }],
  ["squarespace-kinds", {}],
  ["square-places", {}],
  ["square-boots", {}],
  ["spreadsheet-gaps", {}],
  ["shopify-mesh", {}],
  ["shopify-present", {}],
  ["shopify-excel-german", { decimal: "comma" }],
  // A size that no variation has, and the begin and hours of a sale of which the message names the end.
  ["woocommerce-tee", {}, ["m", "2026", "20", "23", "59", "59"]],
  // A variation that is switched off, which is said of its row.
  ["woocommerce-kilograms", { decimal: "comma" }, ["10", "10", "10", "10"]],
  ["woocommerce-french", { decimal: "comma" }],
  ["squarespace-denim", { options: { wash: "color" } }],
  ["squarespace-gtin", {}],
  ["squarespace-plain", { options: { side: "size", "lock / initials": "size" } }],
  ["square-hoodie", {}],
  ["square-names", {}],
  ["square-hats", {}],
  ["sheet-unicode-tabs", {}],
  ["sheet-euro", { decimal: "comma", otherMoney: "dollars" }],
  ["sheet-by-hand", {}],
  ["bigcommerce-flannel", {}],
  ["bigcommerce-json", {}],
  ["bigcommerce-thousands", {}],
  ["wix-ring", {}, ["10", "10", "10"]],
  ["wix-jeans", {}],
  ["wix-comma", { decimal: "comma" }],
  ["etsy-wallet", {}],
  ["etsy-euro", { otherMoney: "dollars" }],
  ["etsy-twice", {}],
  ["ecwid-jacket", {}],
  ["lightspeed-coat", {}],
  ["prestashop-gilet", {}],
  ["faire-candle", {}, ["l"]],
  ["shopify-thornback", { options: { leather: "color" } }],
  ["shopify-ridgeline", {}],
  ["shopify-foundry", {}],
  // Hours of a sale of which the message names the days.
  ["woocommerce-saddlery", {}, ["23", "59", "59"]],
  ["woocommerce-spanish", { decimal: "comma" }],
  // The country by its name here, and a variation that is switched off, which is said of its row.
  ["woocommerce-quoted", {}, ["usa", "indigo", "i", "indigo", "indigo"]],
  ["squarespace-canvas", {}],
  ["squarespace-jersey", {}],
  ["squarespace-prints", {}],
  ["wix-chaps", {}],
  ["wix-poncho", {}],
  ["wix-earplugs", {}],
  ["etsy-keychain", {}],
  ["etsy-sleeves", {}],
  ["etsy-pounds", { otherMoney: "dollars" }],
  // The name of an option that counts as the size, for the product and both of its rows.
  ["bigcommerce-panniers", {}, ["strap", "length", "strap", "length"]],
  ["bigcommerce-goggles", {}],
  ["bigcommerce-tabs", {}],
  ["square-vests", { options: { denim: "color" } }],
  ["square-older", {}],
  ["square-cafe", {}],
  ["ecwid-parka", {}],
  ["ecwid-selected", { decimal: "comma" }],
  ["ecwid-options", {}],
  ["own-by-excel", {}],
  // The unit of a weight, which is kept in grams.
  ["own-by-sheets", {}, ["g"]],
  ["own-by-numbers", {}, ["lb"]],
] as const)("every word of %s is found again", async (name, settled, ...[lost = []]) => {
  expect(await lostOf(name, settled)).toEqual(lost);
});
