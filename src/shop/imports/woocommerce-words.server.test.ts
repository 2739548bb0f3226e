import { describe, expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { csvOf } from "~/testing/shopify-export";

const { readIn, settle, apply, words, goods, rows } = await openImports();
const imported = async (content: string | Uint8Array) => {
  const id = await readIn(content);
  await settle(id, { takesStock: true });
  await apply(id);
  return id;
};

const HEAD = ["ID", "Type", "SKU", "Name", "Published", "Visibility in catalog", "Short description", "Description"];
HEAD.push("In stock?", "Stock", "Backorders allowed?", "Regular price", "Categories", "Parent");
const ATTRIBUTES = [1, 2, 3, 4, 5, 6].flatMap((n) => [
  `Attribute ${n} name`,
  `Attribute ${n} value(s)`,
  `Attribute ${n} visible`,
]);
const woo = (...lines: Record<string, string>[]) =>
  csvOf([
    [...HEAD, ...ATTRIBUTES],
    ...lines.map((line) =>
      [...HEAD, ...ATTRIBUTES].map(
        (head) => ({ Type: "simple", Published: "1", "Regular price": "40", ...line })[head] ?? "",
      ),
    ),
  ]);
const attributes = (...all: [string, string, string?][]) =>
  Object.fromEntries(
    all.flatMap(([name, values, visible = "1"], place) => [
      [`Attribute ${place + 1} name`, name],
      [`Attribute ${place + 1} value(s)`, values],
      [`Attribute ${place + 1} visible`, visible],
    ]),
  );

describe("texts", () => {
  test("empty lines are paragraphs beside tags too, and the escapes are undone", async () => {
    await imported(await fileOfOthers("goods-woopara"));
    expect((await goods("pb-woo-paragraphs")).description).toBe(
      "First paragraph of the jacket.\n\nSecond paragraph.\n\nThird paragraph.",
    );
    expect((await goods("pb-woo-plain-paragraphs")).description).toBe(
      "First paragraph of the jacket.\n\nSecond paragraph.\n\nPath C:\\new stays",
    );
  });

  test("a short description stands before the long one, single line ends beside tags stay, lists do not gain lines", async () => {
    await imported(
      woo({
        ID: "1",
        Name: "Both Texts &#8211; Tee",
        "Short description": "In short.",
        Description: "<b>One</b>\\ntwo\\n\\n<ul>\\n<li>a</li>\\n<li>b</li>\\n</ul>",
      }),
    );
    expect(await goods("both-texts-tee")).toMatchObject({
      name: "Both Texts – Tee",
      description: "In short.\n\nOne\ntwo\n\na\nb",
    });
  });

  test("values with commas stay whole, quoted ones too", async () => {
    await imported(
      woo({
        ID: "2",
        Name: "Comma Facts",
        Categories: "Men > Jackets\\, warm, Men",
        ...attributes(
          ["Material", 'Leather\\, brown, "Wool, thick", Cotton'],
          ["Screen", '10", 12"'],
          ["Note", "C:\\\\new"],
        ),
      }),
    );
    expect((await goods("comma-facts")).details).toEqual([
      "Material: Leather, brown, Wool, thick, Cotton",
      'Screen: 10", 12"',
      "Note: C:\\new",
    ]);
  });

  test("a variation's value with a comma is one size", async () => {
    await imported(
      woo(
        { ID: "3", Type: "variable", SKU: "CS", Name: "Comma Sizes", ...attributes(["Size", "10\\, wide, 11"]) },
        { ID: "4", Type: "variation", Parent: "CS", ...attributes(["Size", "10\\, wide"]) },
        { ID: "5", Type: "variation", Parent: "CS", ...attributes(["Size", "11"]) },
      ),
    );
    expect((await goods("comma-sizes")).variants.map(({ size }) => size)).toEqual(["10, wide", "11"]);
  });
});

describe("attributes", () => {
  test("of a simple product become its details, and the country of origin", async () => {
    await imported(await fileOfOthers("goods-wooattr"));
    expect(await goods("pb-woo-facts")).toMatchObject({
      details: ["Material: Leather", "Color: Black", "Sole: Rubber"],
      countryOfOrigin: "Italy",
    });
  });

  test("of a parent become its details unless its variations differ in them, wherever their columns are", async () => {
    const id = await imported(await fileOfOthers("goods-woofour"));
    const { details, variants } = await goods("pb-woo-four");
    expect(details).toEqual(["Brand: Mesa", "Material: Leather", "Gender: Men", "Color: Black"]);
    expect(variants.map(({ size, color, stock }) => [size, color, stock])).toEqual([
      ["S", "default", 4],
      ["M", "default", 4],
      ["L", "default", 4],
    ]);
    expect((await words(id)).filter(([, field]) => field !== "status")).toEqual([]);
  });

  test("beyond the third in which variations differ are a part of the third option", async () => {
    const id = await readIn(
      woo(
        {
          ID: "10",
          Type: "variable",
          SKU: "MANY",
          Name: "Many Options",
          ...attributes(["Color", "Black, Sand"], ["Size", "S"], ["Cut", "Slim"], ["Lining", "Mesh, Wool"]),
        },
        {
          ID: "11",
          Type: "variation",
          Parent: "MANY",
          ...attributes(["Color", "Black"], ["Size", "S"], ["Cut", "Slim"], ["Lining", "Mesh"]),
        },
        {
          ID: "12",
          Type: "variation",
          Parent: "MANY",
          ...attributes(["Color", "Sand"], ["Size", "S"], ["Cut", "Slim"], ["Lining", "Wool"]),
        },
      ),
    );
    await settle(id, { options: { "cut / lining": "size" } });
    await apply(id);
    expect((await goods("many-options")).variants.map(({ size, color }) => `${size}, ${color}`)).toEqual([
      "S / Slim / Mesh, Black",
      "S / Slim / Wool, Sand",
    ]);
  });

  test("that the other shop does not show are left out with a word", async () => {
    const id = await imported(
      woo({ ID: "20", Name: "Secret Facts", ...attributes(["Supplier", "ACME", "0"], ["Sole", "Cork"]) }),
    );
    expect((await goods("secret-facts")).details).toEqual(["Sole: Cork"]);
    expect(await words(id)).toContainEqual([
      2,
      "hiddenAttributes",
      "Supplier: ACME: not shown in the other shop, so left out here",
    ]);
  });

  test("do not replace the details of a product that is here", async () => {
    const file = woo({ ID: "21", SKU: "KEPT", Name: "Kept Facts", ...attributes(["Sole", "Cork"]) });
    await imported(file);
    const id = await readIn(file);
    expect((await rows(id)).map(({ state }) => state)).toEqual(["same"]);
  });
});

test("what could not be found in the other shop is a draft here, with a word", async () => {
  const id = await imported(
    woo(
      { ID: "30", Name: "Hidden Tee", "Visibility in catalog": "hidden" },
      { ID: "31", Name: "Private Tee", Published: "0" },
      { ID: "32", Name: "Search Tee", "Visibility in catalog": "search" },
    ),
  );
  const hidden = (await words(id)).filter(([, field]) => field === "status").map(([row, , said]) => [row, said]);
  const said = "could not be found by shoppers of the other shop, so it is a draft here";
  expect(hidden).toEqual([
    [2, said],
    [3, said],
  ]);
  expect((await goods("hidden-tee")).publishedStatus).toBe("draft");
});

describe("goods that are sold without stock", () => {
  test("of Shopify are not counted, which is said", async () => {
    const id = await imported(await fileOfOthers("goods-policy"));
    expect((await words(id)).map(([row, field]) => [row, field])).toEqual([
      [2, "backorders"],
      [3, "backorders"],
    ]);
    expect((await goods("pb-policy")).variants[0]?.stock).toBeNull();
    expect((await goods("pb-policy-2")).variants[0]?.stock).toBeNull();
  });

  test("of WooCommerce are not counted either, whether the shopper is told or not", async () => {
    await imported(
      woo(
        { ID: "40", Name: "Back Tee", "In stock?": "1", Stock: "3", "Backorders allowed?": "notify" },
        { ID: "41", Name: "No Back Tee", "In stock?": "1", Stock: "3", "Backorders allowed?": "0" },
      ),
    );
    expect((await goods("back-tee")).variants[0]?.stock).toBeNull();
    expect((await goods("no-back-tee")).variants[0]?.stock).toBe(3);
  });
});

test("a row that was cut off, or split by a comma, counts the cells of the file", async () => {
  const id = await readIn(
    "ID,Type,Name,Published,In stock?,Regular price\n1,simple,Cut Tee\n2,simple,Red, wide Tee,1,1,9\n",
  );
  expect(
    (await words(id)).filter(([, , said]) => said.startsWith("the row has")).map(([row, , said]) => [row, said]),
  ).toEqual([
    [2, "the row has 3 of 6 cells; was the file cut off?"],
    [3, "the row has 7 cells and the first line 6; is a comma in a cell without quotation marks?"],
  ]);
});

test("a German file keeps the attributes that its shop does not show to itself", async () => {
  const id = await imported(
    csvOf([
      [
        "ID",
        "Typ",
        "Name",
        "Veröffentlicht",
        "Vorrätig?",
        "Regulärer Preis",
        "Attribut 1 Name",
        "Attribut 1 Wert(e)",
        "Attribut 1 Sichtbar",
      ],
      ["70", "simple", "Weste", "1", "1", "49", "Lieferant", "ACME", "0"],
    ]),
  );
  expect((await goods("weste")).details).toEqual([]);
  expect((await words(id)).map(([, field]) => field)).toContain("hiddenAttributes");
});
