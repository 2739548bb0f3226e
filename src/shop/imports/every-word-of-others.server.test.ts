import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { products } from "~/shop/catalog/catalog.tables";
import { plainText } from "~/platform/html.server";
import { categoryWords } from "./file-categories.server";
import { rejectedRowsCsv } from "./rejected-rows.server";

// Whole exports as each program writes them, with invented goods. Every word and number of a column that is read is found again:
// in a product, in the preview, which asks about categories once, or with its row in the file of problems.

const { shop, owner, readIn, settle, apply, entryOf, rows, goods, questions } = await openImports();

/** Columns of ids, yes and no, and words of the program, which become a state of the product. */
const STATES =
  /^(id|token|type|typ|published|veröffentlicht|visible|status|gift card|on sale|archived|square online item visibility|item type|product (id|type|page)( \[non editable\])?|variant id.*|variant requires shipping|variant inventory (tracker|policy)|in stock\?|vorrätig\?|stock|backorders allowed\?|visibility in catalog|sichtbarkeit im katalog|parent|attribute \d+ visible|attribut 1 sichtbar|images|bilder|hosted image urls|image src|image alt text|variant image|option1 name|sale price|variation name)$/i;

const wordsIn = (text: string): string[] =>
  plainText(text.replaceAll(/\\n/g, "\n"))
    .normalize("NFC")
    .match(/[\p{L}\p{M}\p{N}.,']+/gu) ?? [];
const bare = (word: string): string =>
  word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/^(?:[,']|\.(?!\d))+|[.,']+$/g, "");

/** Column that is read only where the one beside it is empty: Shopify's taxonomy, beside the type. */
const SECOND_CHOICE = "Product Category";
/** Names of no choice and no category, of another spelling that is read, and of the shop's own currency; an id of Square's. */
const MEANT: ReadonlySet<string> = new Set(["title", "uncategorized", "colour", "usd", "7kq"]);

/** Ways in which the shop may hold a number of a file: as it is, in cents, or in grams. */
function asNumber(word: string): string[] {
  const number = Number(/,\d{1,2}$/.test(word) ? word.replaceAll(".", "").replace(",", ".") : word.replaceAll(",", ""));
  return [1, 100, 453.592_37, 1000].map((unit) => String(Math.round(number * unit)));
}

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
  const said = JSON.stringify([asked, all, preview.map(({ problems, name: called }) => [called, problems])]);
  const { words: categories } = await categoryWords(shop.db, await entryOf(id));
  const csv = (await rejectedRowsCsv(shop, owner, id)) ?? "";
  const mended = parse(csv, { delimiter: separator, relax_column_count: true, bom: true }) as string[][];
  const texts = [said, ...mended.flat(), ...categories.map(({ word }) => word)];
  const found = new Set(texts.flatMap(wordsIn).map(bare));
  const [heads = [], ...body] = parse(new TextDecoder(encoding).decode(file), {
    delimiter: separator,
    relax_column_count: true,
    bom: true,
  }) as string[][];
  // Gift cards are counted above the preview, and have no rows in it.
  return body.flatMap((cells) =>
    cells.some((cell) => /^gift_card$/i.test(cell))
      ? []
      : cells.flatMap((cell, place) => {
          const head = heads[place] ?? "";
          if (left.has(head) || STATES.test(head) || head === SECOND_CHOICE) return [];
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
] as const)("every word of %s is found again", async (name, settled) => {
  expect(await lostOf(name, settled)).toEqual([]);
});
