import { describe, expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { csvOf } from "~/testing/shopify-export";
import { exportProducts } from "./export-products.server";

const { shop, readIn, settle, apply, counts, questions, words, goods, entryOf } = await openImports();

const pricesOf = (numbers: string[]) =>
  Promise.all(numbers.map(async (number) => (await goods(`pb-price-${number}`)).price ?? null));
const NAMES = ["1", "2", "3", "4", "5", "6", "7", "8"];

describe("numbers that a US merchant cannot have meant", () => {
  test("are asked about once for the file, with the first row, and no such row comes in before", async () => {
    const id = await readIn(await fileOfOthers("goods-price"));
    expect(await questions(id)).toEqual([{ asks: "decimal", field: "weight", count: 5, row: 2 }]);
    expect(await counts(id)).toMatchObject({ fresh: 5, bad: 3 });
  });

  test("with a point as the decimal sign 1.250 is $1.25, with a comma $1,250.00; other prices stay", async () => {
    const id = await readIn(await fileOfOthers("goods-price"));
    await settle(id, { decimal: "comma", takesStock: true });
    expect(await questions(id)).toEqual([]);
    await apply(id);
    expect(await pricesOf(NAMES)).toEqual([1250_00, 2400_00, 1299_00, 125, 950_00, 14_00, 1250_00, 89_90]);
    const first = await goods("pb-price-1");
    expect([first.weightGrams, first.variants[0]?.stock]).toEqual([1500, 1000]);
    const again = await readIn(await fileOfOthers("goods-price"));
    expect((await entryOf(again)).commaPrices).toBe(true);
    await settle(again, { decimal: "point" });
    expect(await words(again)).toContainEqual([4, "price", "write two digits after the point"]);
    await apply(again);
    expect(await pricesOf(NAMES)).toEqual([125, 240, 1299_00, 1250_00, 950_00, 14_00, 1250_00, 89_90]);
  });

  test("cost and sale price ask as well, stock does, and our own export asks nothing (B-55)", async () => {
    const head = ["Handle", "Name", "Price", "Sale price", "Cost", "Stock"];
    expect(await questions(await readIn(csvOf([head, ["a", "A", "9", "1.250", "", ""]])))).toHaveLength(1);
    expect(await questions(await readIn(csvOf([head, ["a", "A", "9", "", "1.250", ""]])))).toHaveLength(1);
    expect(await questions(await readIn(csvOf([head, ["a", "A", "9", "", "", "2.000"]])))).toHaveLength(1);
    await apply(
      await readIn(
        csvOf([
          [...head, "Weight (kg)"],
          ["thousand", "Thousand", "1250.00", "1,249.00", "1000", "1,000", "1.250"],
        ]),
      ),
    );
    const lines: string[] = [];
    for await (const line of exportProducts(shop, "command")) lines.push(String(line));
    const id = await readIn(lines.join(""));
    expect(await questions(id)).toEqual([]);
    expect(await counts(id)).toMatchObject({ fresh: 0, changed: 0, bad: 0 });
    expect((await goods("thousand")).weightGrams).toBe(1250);
  });

  test("WooCommerce's weight in pounds takes a decimal comma, and its sale stays as it is said", async () => {
    const id = await readIn(await fileOfOthers("goods-woosale"));
    await apply(id);
    const [later, now] = [await goods("pb-woo-sale"), await goods("pb-woo-sale-now")];
    expect([later.weightGrams, later.price]).toEqual([680, 40_00]);
    expect([now.weightGrams, now.price, now.salePrice]).toEqual([227, 40_00, 20_00]);
  });
});

describe("amounts in another currency", () => {
  test.each([
    ["a sign", ["Handle", "Name", "Price"], ["sign-tee", "Sign Tee", "€ 29.00"]],
    ["a column", ["Handle", "Name", "Price", "Currency"], ["column-tee", "Column Tee", "29.00", "EUR"]],
    ["Etsy's column", ["TITLE", "PRICE", "CURRENCY_CODE"], ["Etsy Tee", "29.00", "GBP"]],
    ["a word", ["Handle", "Name", "Price", "Care"], ["word-tee", "Word Tee", "29.00 euros", "Wash"]],
  ])("are asked about once: %s", async (_, head, row) => {
    const id = await readIn(csvOf([head, row]));
    expect(await questions(id)).toEqual([{ asks: "money", field: "price", count: 1, row: 2 }]);
    await settle(id, { otherMoney: "dollars" });
    expect(await counts(id)).toMatchObject({ fresh: 1, bad: 0 });
  });

  test("are left out if that is chosen, with a note, and US dollars ask nothing", async () => {
    const head = ["Handle", "Name", "Price", "Currency"];
    const id = await readIn(
      csvOf([head, ["out-tee", "Out Tee", "29.00", "CAD"], ["in-tee", "In Tee", "29.00", "USD"]]),
    );
    await settle(id, { otherMoney: "left-out" });
    expect(await words(id)).toContainEqual([2, "price", "is CAD, no US dollars, so it is left out as chosen"]);
    await apply(id);
    expect([(await goods("out-tee")).price, (await goods("in-tee")).price]).toEqual([null, 29_00]);
  });
});

test("a spreadsheet saved in Germany, in the old code page or UTF-16, is asked once and comes whole", async () => {
  const text = (coat: string) =>
    `Artikel;Größe;Preis;Bestand;Gewicht (kg)\r\n${coat};M;1.299,00;1.000;1,250\r\nStraßenhose;L;49,90;12;0,3\r\n`;
  const id = await readIn(Buffer.from(text("Straßenjacke"), "latin1"));
  expect(await questions(id)).toMatchObject([{ asks: "decimal", row: 2 }]);
  await settle(id, { decimal: "comma" });
  await apply(id);
  // The second file has the same columns, so that the answer holds for it.
  await apply(await readIn(Buffer.from(`\u{FEFF}${text("Straßenmantel")}`, "utf16le").swap16()));
  for (const coat of [await goods("straßenjacke"), await goods("straßenmantel")])
    expect(coat).toMatchObject({ price: 1299_00, weightGrams: 1250 });
});

test("a Square file keeps the variations of an item apart", async () => {
  const id = await readIn(
    csvOf([
      ["Token", "Item Name", "Variation Name", "SKU", "Price", "Weight (lb)"],
      ["A", "Rain Jacket", "Small", "RJ-S", "120.00", "1.5"],
      ["B", "Rain Jacket", "Large", "RJ-L", "120.00", "1.5"],
    ]),
  );
  await apply(id);
  const jacket = await goods("rain-jacket");
  expect(jacket.variants.map(({ size }) => size)).toEqual(["Small", "Large"]);
  expect(jacket.weightGrams).toBe(680);
});
