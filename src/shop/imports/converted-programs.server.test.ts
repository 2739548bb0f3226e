import { expect, test } from "vitest";
import { fileOfOthers, openImports } from "~/testing/open-imports.server";
import { convertedProgram } from "./converted-programs";

import { UnreadableFile } from "./read-file.server";

// Exports as their programs write them, with invented goods: the program is named, and sizes, colors, prices and pieces are its.

const { readIn, settle, apply, entryOf, words, goods } = await openImports();

/** Imports a file; returns the program that is named on top, and the messages of its rows but those about categories and drafts. */
async function imported(name: string) {
  const id = await readIn(await fileOfOthers(name));
  await settle(id, { takesStock: true });
  await apply(id);
  const said = (await words(id)).filter(([, field]) => field !== "category" && field !== "status");
  return { program: (await entryOf(id)).dialect, said };
}

/** Sizes, colors, SKUs, pieces and own prices of a product. */
const sold = async (handle: string) =>
  (await goods(handle)).variants.map(({ size, color, sku, stock, price, salePrice }) => [
    [size, color, sku].join("; "),
    stock,
    price,
    salePrice,
  ]);

test.each([
  [
    "wix-shop",
    "Wix",
    "low-tide-cap",
    {
      name: "Low Tide Cap",
      description: "Wool & felt.\n\nDeep fit.",
      details: ["Care: Spot clean"],
      price: 3500,
      salePrice: 2800,
    },
    [
      ["S/M; Navy; LT-SM", 4, null, null],
      ["L/XL; Navy; LT-LX", 0, 3800, 3040],
    ],
  ],
  [
    "wix-new",
    "Wix",
    "tinder-scarf",
    { name: "Tinder Scarf", description: "Merino", cost: 1200, price: 5500, salePrice: 4500 },
    [["S; default; TS-S", 6, null, null]],
  ],
  [
    "bigcommerce-shop",
    "BigCommerce",
    "furnace-hoodie",
    {
      description: "Double-knit fleece.",
      price: 8800,
      cost: 3000,
      details: ["Warranty: Two years on seams", "Fabric: 14 oz fleece"],
    },
    [
      ["Small; Ash; FH-S", 6, null, null],
      ["Large; Ash; FH-L", 2, 9300, null],
    ],
  ],
  [
    "bigcommerce-new",
    "BigCommerce",
    "cutbank-glove",
    { name: "Cutbank Glove", description: "Goat skin.", cost: 2200, details: ["Palm: Kevlar"] },
    [["M; Black; CG-M", 7, null, null]],
  ],
  [
    "ecwid-shop",
    "Ecwid",
    "kiln-muffler-scarf",
    { name: "Kiln Muffler Scarf", description: "Brushed wool.", searchTitle: "Kiln scarf", searchWords: "Brushed." },
    [["default; Coal; KM-C", 3, null, null]],
  ],
  [
    "magento-goods",
    "Magento",
    "ravine-jacket",
    { name: "Ravine Jacket", description: "Short\n\nCordura", price: 32000, publishedStatus: "draft" },
    [["S; Black; RJ-S-Black", 5, null, null]],
  ],
  [
    "prestashop-list",
    "PrestaShop",
    "lineman-boot",
    { name: "Lineman Boot", price: 18900 },
    [["default; default; LB-1", 8, null, null]],
  ],
  [
    "prestashop-import",
    "PrestaShop",
    "scree-cap",
    { name: "Scree Cap", description: "Wool\n\nSix panels", details: ["Lining: Cotton"], price: 2800, cost: 900 },
    [["default; default; SC-1", 14, null, null]],
  ],
  [
    "lightspeed-x",
    "Lightspeed",
    "dune-boot",
    { name: "Dune Boot", description: "Waxed suede", price: 18900, cost: 8000, lowMark: 2 },
    [
      ["9; Sand; DB-9", 4, null, null],
      ["10; Sand; DB-10", 0, null, null],
    ],
  ],
  [
    "faire-goods",
    "Faire",
    "flint-bandana",
    {
      name: "Flint Bandana",
      description: "Cotton, 22 in",
      price: 1400,
      weightGrams: 60,
      countryOfOrigin: "United States",
    },
    [
      ["default; Rust; FB-R", 40, null, null],
      ["default; Coal; FB-K", 12, null, null],
    ],
  ],
  [
    "amazon-listings",
    "Amazon",
    "sable-tee-men-s-l",
    { name: "Sable Tee, Men's, L", description: "Soft cotton", price: 2499 },
    [["default; default; ST-L", 8, null, null]],
  ],
  [
    "google-feed",
    "Google",
    "talus-pant",
    { name: "Talus Pant", description: "Ripstop", price: 9900, salePrice: 7900 },
    [["32; Olive; GF-1", null, null, null]],
  ],
] as const)(
  "%s is named as a file of %s, and %s comes with its sizes, prices and pieces",
  async (file, program, handle, product, variants) => {
    expect(await imported(file)).toEqual({ program, said: [] });
    expect(await goods(handle)).toMatchObject(product);
    expect(await sold(handle)).toEqual(variants);
  },
);

test("an Etsy listing becomes each of its sizes and colors; what the file says of all of them together is said", async () => {
  const { program, said } = await imported("etsy-pairs");
  expect([program, said.map(([row, field]) => [row, field])]).toEqual([
    "Etsy",
    [
      [2, "stock"],
      [2, "skusOfAll"],
    ],
  ]);
  expect((await sold("hand-dyed-bandana")).map(([choice]) => choice)).toEqual([
    "S; Red; ",
    "S; Black; ",
    "L; Red; ",
    "L; Black; ",
  ]);
  const shop = await imported("etsy-shop");
  expect(shop.said[1]?.[2]).toContain("BELT-32,BELT-34,BELT-36");
  expect(await goods("hand-tooled-belt-mesa-western")).toMatchObject({
    name: 'Hand Tooled Belt "Mesa", Western',
    price: 7400,
  });
});

test("a matrix of Lightspeed's registers is one product, whose attributes the member names under Columns", async () => {
  const id = await readIn(await fileOfOthers("lightspeed-r"));
  await settle(id, { takesStock: true, options: { "attribute 1": "color", "attribute 2": "size" } });
  await apply(id);
  expect(await goods("gulch-vest")).toMatchObject({ name: "Gulch Vest", price: 14900, salePrice: 12900, cost: 4500 });
  expect(await sold("gulch-vest")).toEqual([
    ["M; Black; LR-1", 3, null, null],
    ["L; Rust; LR-2", 1, null, null],
  ]);
});

test("rows of BigCommerce that are about no product, of films and rules, make none", async () => {
  await readIn(await fileOfOthers("bigcommerce-shop"));
  for (const handle of ["product", "variant", "image", "s-size-small-cs-color-ash-b2b2b2"])
    await expect(goods(handle)).resolves.toMatchObject({ variants: [] });
});

test.each([
  [
    "of Google's groups",
    `id,title,availability,price,image_link,item_group_id,color,size
M-1,Mesa Tee,in_stock,29.00 USD,,MEN,Coal,M
M-2,Mesa Tee,in_stock,31.00 USD,,WOMEN,Coal,M
M-3,Mesa Tee 2,in_stock,33.00 USD,,NEXT,Coal,M`,
    ["mesa-tee", "mesa-tee-2", "mesa-tee-2-2"],
  ],
  [
    "of Wix's ids",
    `handleId,fieldType,name,sku,price,visible,productOptionName1
a,Product,Ridge Tee,M-1,29,true,
b,Product,Ridge Tee,M-2,31,true,
c,Product,Ridge Tee 2,M-3,33,true,`,
    ["ridge-tee", "ridge-tee-2", "ridge-tee-2-2"],
  ],
  [
    "of BigCommerce without ids",
    `Item,ID,Name,SKU,Options,Inventory Tracking,Current Stock,Price
Product,,Canyon Tee,M-1,,product,3,29
Product,,Canyon Tee,M-2,,product,3,31
Product,,Canyon Tee 2,M-3,,product,3,33`,
    ["canyon-tee", "canyon-tee-2", "canyon-tee-2-2"],
  ],
])(
  "products %s with one name, and one whose name ends with a number, stay products of their own",
  async (_, text, handles) => {
    const id = await readIn(text);
    await settle(id, { takesStock: true });
    await apply(id);
    const skus = await Promise.all(handles.map(async (handle) => (await goods(handle)).variants.map(({ sku }) => sku)));
    expect(skus).toEqual([["M-1"], ["M-2"], ["M-3"]]);
  },
);

test("a feed for Google without groups has a product of each title", async () => {
  const id = await readIn(`id,title,availability,price,image_link,color,size
N-1,Arroyo Tee,in_stock,29.00 USD,,Coal,M
N-2,Arroyo Tee,in_stock,29.00 USD,,Coal,L`);
  await settle(id, { takesStock: true });
  await apply(id);
  expect((await sold("arroyo-tee")).map(([choice]) => choice)).toEqual(["M; Coal; N-1", "L; Coal; N-2"]);
});

test("a template of Amazon's says what to take out, and a plain list is of no program", async () => {
  const template =
    "TemplateType=fptcustom\tVersion=2024\nProduct Type\tSeller SKU\nfeed_product_type\titem_sku\nshirt\tST-L\n";
  await expect(readIn(template)).rejects.toThrow(UnreadableFile);
  await expect(readIn(template)).rejects.toThrow("Take out the first two rows");
  expect(convertedProgram(["Name", "Color", "Size", "Price"])).toBeUndefined();
});
