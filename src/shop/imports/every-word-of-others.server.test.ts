import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { plainText } from "~/platform/html.server";
import { rejectedRowsCsv } from "./rejected-rows.server";

// Whole exports as each program writes them, with invented goods. Every word and number of a column that is read is found again:
// in a product, or named in the preview with its row.

const { shop, owner, readIn, settle, apply, entryOf, rows, goods } = await openImports();

/** Columns of ids, yes and no, and words of the program, which become a state of the product. */
const STATES =
  /^(id|token|type|typ|published|veröffentlicht|visible|status|gift card|on sale|archived|square online item visibility|product (id|type|page)( \[non editable\])?|variant id.*|variant requires shipping|variant inventory (tracker|policy)|in stock\?|vorrätig\?|stock|backorders allowed\?|visibility in catalog|sichtbarkeit im katalog|parent|attribute \d+ visible|attribut 1 sichtbar|images|bilder|hosted image urls|image src|image alt text|variant image|option1 name|sale price|variation name)$/i;

const wordsIn = (text: string): string[] => plainText(text.replaceAll(/\\n/g, "\n")).match(/[\p{L}\p{N}.,']+/gu) ?? [];
const bare = (word: string): string =>
  word
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/^[.,']+|[.,']+$/g, "");

/** Ways in which the shop may hold a number of a file: as it is, in cents, or in grams. */
function asNumber(word: string): string[] {
  const number = Number(/,\d{1,2}$/.test(word) ? word.replaceAll(".", "").replace(",", ".") : word.replaceAll(",", ""));
  return [1, 100, 453.592_37, 1000].map((unit) => String(Math.round(number * unit)));
}

/** Words of the file's read columns that are neither in the shop nor in the preview. */
async function lostOf(name: string, settled: Parameters<typeof settle>[1]): Promise<string[]> {
  const file = await fileOfOthers(name);
  const id = await readIn(file);
  await settle(id, { takesStock: true, ...settled });
  const { headers, mapping, separator, encoding } = await entryOf(id);
  const left = new Set(headers.filter((_, place) => mapping[place] === null));
  const preview = await rows(id);
  await apply(id);
  const names = new Set(preview.flatMap(({ product }) => product?.name ?? []));
  const all = await Promise.all(
    (await shop.db.query.products.findMany()).filter((product) => names.has(product.name)).map(({ handle }) => goods(handle ?? "")),
  );
  const said = JSON.stringify([all, preview.map(({ problems, name: called }) => [called, problems])]);
  const csv = (await rejectedRowsCsv(shop, owner, id)) ?? "";
  const found = new Set([...wordsIn(said), ...wordsIn(csv)].map(bare));
  const [heads = [], ...body] = parse(new TextDecoder(encoding).decode(file), {
    delimiter: separator,
    relax_column_count: true,
    bom: true,
  }) as string[][];
  return body.flatMap((cells) =>
    cells.flatMap((cell, place) =>
      left.has(heads[place] ?? "") || STATES.test(heads[place] ?? "")
        ? []
        : wordsIn(cell)
            .map(bare)
            .filter((word) => word !== "" && !found.has(word) && !asNumber(word).some((number) => found.has(number))),
    ),
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
  ["etsy-shop", {}],
  ["spreadsheet-gaps", {}],
] as const)("every word of %s is found again", async (name, settled) => {
  expect(await lostOf(name, settled)).toEqual([]);
});
