import { expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { csvOf } from "~/testing/shopify-export";
import { rejectedRowsCsv } from "./rejected-rows.server";

const { shop, owner, readIn, settle, apply, counts, words, goods } = await openImports();
const imported = async (content: string | Uint8Array) => {
  const id = await readIn(content);
  await apply(id);
  return id;
};

test("blocks of HTML end a line, cells of a table are parted, and what a text cannot show is said", async () => {
  const id = await imported(await fileOfOthers("goods-html"));
  expect((await goods("pb-html")).description).toBe(
    [
      "Warm jacket\n\nTwo pockets\nZip\n\nSizes\n\nSize | Chest\nS | 36\nM | 38\n\nShell\nLeather\nLining\nCotton",
      "First\nsecond\n\nQuote\n\nLast words",
    ].join("\n\n"),
  );
  expect(await words(id)).toEqual([
    [2, "description", "contains iframe, which a text here cannot show and which is left out"],
  ]);
  await imported(await fileOfOthers("goods-single"));
  expect((await goods("pb-single")).description).toBe("Test");
});

test("character references become characters, and odd names stay as they are", async () => {
  const id = await readIn(await fileOfOthers("goods-odd"));
  expect(await words(id)).toContainEqual([4, "price", "an amount cannot be below 0"]);
  await apply(id);
  expect((await goods("pb-odd-8")).description).toBe('Café & <b> 5 "inch" ™ …');
  const names = await Promise.all(["1", "2", "4", "5", "7"].map(async (n) => (await goods(`pb-odd-${n}`)).name));
  expect(names).toEqual([
    "'68 Comeback Tee",
    "-20 Below Parka",
    "PB Free",
    "PB Compare Lower",
    "PB Percent 100% Cotton_Tee",
  ]);
  expect((await goods("pb-odd-6")).publishedStatus).toBe("archived");
  expect((await goods("pb-odd-4")).price).toBe(0);
});

test("materials, care and names lose tags and character references like descriptions", async () => {
  await imported(
    csvOf([
      ["Handle", "Title", "Body (HTML)", "Materials", "Care", "Fit"],
      [
        "tags",
        "Tops &amp; Tees",
        "",
        "<p>Cotton</p><p>Wool</p>",
        "<ul><li>Cold</li><li>Flat</li></ul>",
        "Regular &ndash; slim",
      ],
    ]),
  );
  expect(await goods("tags")).toMatchObject({
    name: "Tops & Tees",
    materials: "Cotton\n\nWool",
    care: "Cold\nFlat",
    fit: "Regular – slim",
  });
});

test("a heading with a line break is known, and line ends of any kind within a cell are line ends", async () => {
  await imported(await fileOfOthers("goods-headbreak"));
  expect((await goods("pb-headbreak")).price).toBe(61_00);
  await imported(
    csvOf([
      ["Handle", "Name", "Description", "Details"],
      ["crlf", "Crlf", "One\r\ntwo\rthree", "a\r\nb\rc"],
    ]),
  );
  expect(await goods("crlf")).toMatchObject({ description: "One\ntwo\nthree", details: ["a", "b", "c"] });
});

test("texts for search results are cut after a word and named with their row; the file of problems has the whole cell", async () => {
  const id = await imported(await fileOfOthers("goods-seo"));
  const { searchWords } = await goods("pb-seo");
  expect(searchWords).toMatch(/^(Own the look\. )+Own the$/);
  expect(searchWords?.length).toBeLessThanOrEqual(400);
  expect(await counts(id)).toMatchObject({ fresh: 3, bad: 0 });
  expect((await words(id)).filter(([, field]) => field === "searchWords")).toEqual([
    [2, "searchWords", "has 559 letters, and 400 fit: it is cut after a word"],
  ]);
  const csv = (await rejectedRowsCsv(shop, owner, id)) ?? "";
  expect(csv).toContain("Own the look. ".repeat(40).trim());
  expect(csv).toContain("Search description: has 559 letters, and 400 fit: it is cut after a word");
});

test("a description, materials, care and fit are never cut: the product comes in without them and the cell is named", async () => {
  const long = { description: 20_001, materials: 5_001, care: 5_001, fit: 2_001 };
  const id = await imported(
    csvOf([
      ["Handle", "Name", "Price", "Description", "Materials", "Care", "Fit"],
      ["long-words", "Long Words", "9", ...Object.values(long).map((most) => "x".repeat(most))],
    ]),
  );
  expect(await goods("long-words")).toMatchObject({ name: "Long Words", price: 9_00, description: "", fit: "" });
  expect((await words(id)).map(([row, field]) => [row, field])).toEqual(Object.keys(long).map((field) => [2, field]));
  expect((await words(id))[0]?.[2]).toBe(
    "does not fit and is not cut, so it is left out: use at most 20,000 characters",
  );
  expect(await rejectedRowsCsv(shop, owner, id)).toContain("x".repeat(20_001));
});

test("names of any script become products of their own", async () => {
  const id = await readIn(await fileOfOthers("goods-names"));
  expect(await words(id)).toEqual([]);
  expect(await counts(id)).toMatchObject({ fresh: 10, bad: 0, products: 10 });
});

test("sizes that differ only by their case or blanks are refused by their row", async () => {
  const id = await readIn(await fileOfOthers("goods-cases"));
  expect(await words(id)).toEqual([
    [3, "option1", "row 2 is the same size and color"],
    [5, "option1", "row 4 is the same size and color"],
  ]);
  await settle(id, {});
  await apply(id);
  expect((await goods("pb-case")).variants.map(({ size }) => size)).toEqual(["S", "XL", "2XL"]);
});
