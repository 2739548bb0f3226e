import { expect, test } from "vitest";
import { eq } from "drizzle-orm";
import { openImports } from "~/testing/open-imports.server";
import { importPictures } from "./imports.tables";

// Columns and cells of other programs as public exports of theirs have them, each with its value here.

const { shop, readIn, settle, apply, entryOf, rows, goods, questions } = await openImports();

/** A file of named cells. */
function table(separator: string, ...lines: Record<string, string>[]): string {
  const heads = [...new Set(lines.flatMap(Object.keys))];
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  return [heads, ...lines.map((line) => heads.map((head) => line[head] ?? ""))]
    .map((cells) => cells.map(quoted).join(separator))
    .join("\n");
}

/** Imports a file; returns the messages of its rows but those about categories and what a draft lacks. */
async function imported(text: string, settled: Parameters<typeof settle>[1] = {}) {
  const id = await readIn(text);
  await settle(id, { takesStock: true, ...settled });
  const said = (await rows(id)).flatMap(({ row, problems }) =>
    problems
      .filter(({ field, words }) => field !== "category" && !words.startsWith("stays a draft"))
      .map(({ words }) => `${row}: ${words}`),
  );
  await apply(id);
  return { id, said };
}
const sold = async (handle: string) =>
  (await goods(handle)).variants.map(({ size, color, sku, stock, price, salePrice, barcode }) => ({
    name: [size, color, sku].join("; "),
    stock,
    price,
    salePrice,
    ...(barcode && { barcode }),
  }));
const wordsOfPictures = async (id: number) =>
  Object.fromEntries(
    (
      await shop.db
        .select({ source: importPictures.source, alt: importPictures.alt })
        .from(importPictures)
        .where(eq(importPictures.importId, id))
    ).map(({ source, alt }) => [source, alt]),
  );

test("Ecwid's variations have a column of each option, and prices, pieces, barcodes and pictures in those of products", async () => {
  const { id, said } = await imported(
    table(
      ",",
      { type: "category", category_internal_id: "1", category_path: "Jackets", category_description: "All of them" },
      {
        type: "product",
        product_internal_id: "55",
        product_sku: "BRJ",
        product_name: "Badlands Jacket",
        product_price: "349",
        product_compare_to_price: "399",
        product_is_inventory_tracked: "false",
        product_subtitle: "Built heavy",
        product_description: "<p>1.3 mm cowhide</p>",
        product_attribute_Lining: "Quilted satin",
        product_category_1: "Jackets / Leather",
        product_category_2: "Sale",
        product_media_main_image_url: "https://img.example.com/b1.jpg",
        product_media_main_image_alt: "Front",
        product_media_gallery_image_url_1: "https://img.example.com/b2.jpg",
        product_media_gallery_image_alt_1: "Back",
      },
      { type: "product_option", product_internal_id: "55", product_option_name: "Size", product_option_value: "40" },
      {
        type: "product_option",
        product_internal_id: "55",
        product_option_name: "Monogram",
        product_option_type: "TEXTFIELD",
      },
      ...["40", "42"].map((size) => ({
        type: "product_variation",
        product_internal_id: "55",
        product_price: size === "40" ? "349" : "359",
        product_is_inventory_tracked: "true",
        product_quantity: size === "40" ? "3" : "0",
        product_variation_option_Size: size,
        "product_variation_option_Color Way": "Oiled brown",
        product_variation_sku: `BRJ-${size}`,
        product_upc: size === "40" ? "036000291452" : "",
        product_media_main_image_url: `https://img.example.com/b${size}.jpg`,
      })),
    ),
  );
  expect(await goods("badlands-jacket")).toMatchObject({
    description: "Built heavy\n\n1.3 mm cowhide",
    details: ["Lining: Quilted satin"],
    price: 39_900,
    salePrice: 34_900,
  });
  expect(await sold("badlands-jacket")).toEqual([
    { name: "40; Oiled brown; BRJ-40", stock: 3, price: null, salePrice: null, barcode: "036000291452" },
    { name: "42; Oiled brown; BRJ-42", stock: 0, price: null, salePrice: 35_900 },
  ]);
  expect(said).toEqual([
    "3: Sale: a product has one category here, so the first is taken",
    "5: Monogram: prices of single choices and words of shoppers are not read; set them here",
  ]);
  expect(await wordsOfPictures(id)).toMatchObject({
    "https://img.example.com/b1.jpg": "Front",
    "https://img.example.com/b2.jpg": "Back",
    "https://img.example.com/b40.jpg": "",
  });
});

test("an Ecwid product with options but without variations comes in each of their values; a price of a value is named", async () => {
  const { said } = await imported(
    table(
      ",",
      {
        type: "product",
        product_internal_id: "57",
        product_sku: "PB",
        product_name: "Plain Belt",
        product_price: "45",
        product_is_inventory_tracked: "false",
      },
      ...[
        ["34 in", "0"],
        ["36 in", "5"],
      ].map(([product_option_value = "", product_option_markup = ""]) => ({
        type: "product_option",
        product_internal_id: "57",
        product_option_name: "Length",
        product_option_value,
        product_option_markup,
      })),
    ),
  );
  expect((await sold("plain-belt")).map(({ name }) => name)).toEqual(["34 in; default; PB", "36 in; default; PB"]);
  expect(said).toContain(
    "4: Length 36 in (5): prices of single choices and words of shoppers are not read; set them here",
  );
});

test("Lightspeed's later files have product_category and a unit of the weight", async () => {
  await imported(
    table(",", {
      handle: "duster-coat",
      sku: "DU-M",
      name: "Duster Coat",
      product_category: "Apparel / Coats",
      variant_option_one_name: "Size",
      variant_option_one_value: "M",
      weight: "4.5",
      weight_unit: "lb",
      retail_price: "210.00000",
      supply_price: "80.00000",
      active: "1",
      track_inventory: "1",
      inventory_Main_Outlet: "4.00000",
      inventory_Pop_Up: "3.00000",
    }),
  );
  expect(await goods("duster-coat")).toMatchObject({ weightGrams: 2041, price: 21_000, cost: 8000 });
});

test("PrestaShop's table for imports is read in the forms of its releases", async () => {
  const { id, said } = await imported(
    table(
      ";",
      {
        "Active (0/1)": "1",
        "Name *": "Gilet Cuir",
        "Categories (x,y,z...)": "Home,Gilets",
        "Price tax excluded": "129.90",
        "Wholesale price": "55.00",
        "Reference #": "GIL-1",
        Weight: "1.2",
        Quantity: "6",
        "Low stock level": "2",
        Visibility: "both",
        Summary: "<p>Souple</p>",
        Description: "<p>Cuir de vachette.</p>",
        "Meta title": "Gilet en cuir",
        "Image URLs (x,y,z...)": "https://img.example.com/g1.jpg,https://img.example.com/g2.jpg",
        "Image alt texts (x,y,z...)": "Devant,Dos",
        "Feature(Name:Value:Position)": "Doublure:Coton, lin:1,Col:Mao:2",
      },
      {
        "Active (0/1)": "1",
        "Name *": "Badge Rond",
        "Price tax excluded": "4",
        "Reference #": "BAD",
        Visibility: "none",
      },
    ),
  );
  expect(await goods("gilet-cuir")).toMatchObject({
    description: "Souple\n\nCuir de vachette.",
    details: ["Doublure: Coton, lin", "Col: Mao"],
    weightGrams: 1200,
    lowMark: 2,
    cost: 5500,
  });
  expect(await wordsOfPictures(id)).toEqual({
    "https://img.example.com/g1.jpg": "Devant",
    "https://img.example.com/g2.jpg": "Dos",
  });
  expect(said).toEqual(["3: could not be found by shoppers of the other shop, so it is a draft here"]);
});

test("the lines under the headings of Faire's template are no products, and an option that is not published is left out", async () => {
  const line = { "Product Name (English)": "Moto Candle", "Product Type": "Candles", "USD Unit Retail Price": "22.00" };
  const { id, said } = await imported(
    table(
      ",",
      { "Product Name (English)": "Mandatory", "Product Status": "Optional", "Product Type": "Optional" },
      { "Product Name (English)": "product_name_english", "Product Type": "info_product_type" },
      { ...line, "Option Status": "Published", SKU: "MC-S", "Option 1 Name": "Scent", "Option 1 Value": "Smoke" },
      { ...line, "Option Status": "Unpublished", SKU: "MC-L", "Option 1 Name": "Scent", "Option 1 Value": "Hide" },
    ),
  );
  expect((await entryOf(id)).counts).toMatchObject({ rows: 2, products: 1 });
  expect((await sold("moto-candle")).map(({ name }) => name)).toEqual(["Smoke; default; MC-S"]);
  expect(said).toEqual([
    "5: is switched off in the other shop, so this size and color is left out; one that is here stays",
  ]);
});

test("BigCommerce's retail price, thousands, warranty, pictures and rules are read or named", async () => {
  const { id, said } = await imported(
    table(
      ",",
      {
        "Item Type": "Product",
        "Product ID": "1",
        "Product Name": "Dusk Flannel",
        "Product Code/SKU": "DF",
        Price: "1,150.00",
        "Retail Price": "1,400.00",
        "Product Visible?": "Y",
        "Product Warranty": "<p>Two years.</p>",
        "Product Image File - 1": "dusk-1.jpg",
        "Product Image File - 2": "dusk-2.jpg",
        "Product Image Description - 2": "Snap cuff",
      },
      { "Item Type": "SKU", "Product Name": "[RT]Size=M,[CS]Plaid=Red:#aa0000|#000000", "Product Code/SKU": "DF-M" },
      { "Item Type": "SKU", "Product Name": "[RT]Size=3XL,[CS]Plaid=Green:#00aa00", "Product Code/SKU": "DF-3X" },
      { "Item Type": "Rule", "Product Code/SKU": "DF-3X", Price: "[ADD]10" },
      { "Item Type": "Rule", "Product Name": "[RT]Size=M", Price: "[PERCENT]10" },
    ),
  );
  expect(await goods("dusk-flannel")).toMatchObject({
    price: 140_000,
    salePrice: 115_000,
    details: ["Warranty: Two years."],
  });
  expect((await sold("dusk-flannel")).map(({ name, salePrice }) => [name, salePrice])).toEqual([
    ["M; Red; DF-M", null],
    ["3XL; Green; DF-3X", 116_000],
  ]);
  expect(said).toEqual([
    "6: [RT]Size=M [PERCENT]10: prices of single choices and words of shoppers are not read; set them here",
  ]);
  expect(await wordsOfPictures(id)).toEqual({ "dusk-1.jpg": "Dusk Flannel", "dusk-2.jpg": "Snap cuff" });
});

test("variants of BigCommerce's present export have their product's sale price and cost, and colors without their code", async () => {
  await imported(
    table(
      ",",
      {
        Item: "Product",
        ID: "80",
        Name: "Canyon Glove",
        "Inventory Tracking": "variant",
        Price: "59",
        "Cost Price": "20",
        "Sale Price": "49",
        "Custom Fields": '[{"name":"Knuckle","value":"TPU, hard"}]',
        "Is Visible": "TRUE",
        SKU: "CG",
      },
      {
        Item: "Variant",
        SKU: "CG-8",
        Options: "Type=Rectangle|Name=Size|Value=8Type=Swatch|Name=Color|Value=Sand[#c2b280]",
        "Current Stock": "4",
      },
    ),
  );
  expect(await goods("canyon-glove")).toMatchObject({
    price: 5900,
    salePrice: 4900,
    cost: 2000,
    details: ["Knuckle: TPU, hard"],
  });
  expect((await sold("canyon-glove")).map(({ name }) => name)).toEqual(["8; Sand; CG-8"]);
});

test("sizes of a BigCommerce product whose pieces are not counted, or counted for all together, have none of their own", async () => {
  const [older, none, all] = [
    { Price: "20", "Product Visible?": "Y" },
    { "Product Name": "Free Patch", "Track Inventory": "none" },
    { "Product Name": "Pooled Patch", "Track Inventory": "by product", "Current Stock Level": "12" },
  ];
  const sku = { "Item Type": "SKU", "Product Name": "[RT]Size=M", "Current Stock Level": "0" };
  const { said } = await imported(
    table(
      ",",
      { ...older, ...none, "Item Type": "Product", "Product ID": "1", "Product Code/SKU": "FP" },
      { ...sku, "Product Code/SKU": "FP-M" },
      { ...older, ...all, "Item Type": "Product", "Product ID": "2", "Product Code/SKU": "PP" },
      { ...sku, "Product Code/SKU": "PP-M" },
    ),
  );
  expect([await sold("free-patch"), await sold("pooled-patch")]).toMatchObject([[{ stock: null }], [{ stock: 0 }]]);
  expect(said).toEqual([expect.stringContaining("5: is counted for all sizes together in the other shop (12 in all)")]);

  const newer = { Item: "Product", Type: "physical", Price: "20", "Is Visible": "TRUE" };
  const variant = { Item: "Variant", Options: "Type=Rectangle|Name=Size|Value=M", "Current Stock": "0" };
  const { said: saidOfNewer } = await imported(
    table(
      ",",
      { ...newer, ID: "3", Name: "Free Pin", "Inventory Tracking": "none", SKU: "FN" },
      { ...variant, SKU: "FN-M" },
      { ...newer, ID: "4", Name: "Pooled Pin", "Inventory Tracking": "product", "Current Stock": "7", SKU: "PN" },
      { ...variant, SKU: "PN-M" },
    ),
  );
  expect([await sold("free-pin"), await sold("pooled-pin")]).toMatchObject([[{ stock: null }], [{ stock: 0 }]]);
  expect(saidOfNewer).toEqual([
    expect.stringContaining("5: is counted for all sizes together in the other shop (7 in all)"),
  ]);
});

test("what shoppers add to an Ecwid product by check boxes is no size of it", async () => {
  const { said } = await imported(
    table(
      ",",
      {
        type: "product",
        product_internal_id: "60",
        product_sku: "CW",
        product_name: "Chain Wallet",
        product_price: "45",
      },
      ...["Gift box", "Longer chain"].map((product_option_value) => ({
        type: "product_option",
        product_internal_id: "60",
        product_option_name: "Extras",
        product_option_type: "CHECKBOX",
        product_option_value,
      })),
    ),
  );
  expect((await sold("chain-wallet")).map(({ name }) => name)).toEqual(["default; default; CW"]);
  expect(said).toEqual([
    "3: Extras Gift box: prices of single choices and words of shoppers are not read; set them here",
    "4: Extras Longer chain: prices of single choices and words of shoppers are not read; set them here",
  ]);
});

test("pieces for all sizes together may be written with decimals", async () => {
  const line = { Published: "1", "In stock?": "1", "Regular price": "20", "Attribute 1 name": "Size" };
  const { said } = await imported(
    table(
      ",",
      {
        ...line,
        ID: "70",
        Type: "variable",
        SKU: "RT",
        Name: "Road Token",
        "Attribute 1 value(s)": "M, L",
        Parent: "",
      },
      { ...line, ID: "71", Type: "variation", SKU: "RT-ANY", Name: "Road Token", Stock: "4.0000", Parent: "RT" },
    ),
  );
  expect((await sold("road-token")).map(({ stock }) => stock)).toEqual([0, 0]);
  expect(said).toEqual([expect.stringContaining("3: is counted for all sizes together in the other shop")]);
});

test("a Wix price with two readings is asked about, also under a surcharge, and swatches are colors whatever they are called", async () => {
  const product = { handleId: "p1", fieldType: "Product", name: "Wolf Ring", price: "1.050", visible: "true", sku: "" };
  const file = table(
    ",",
    product,
    {
      handleId: "p1",
      fieldType: "Variant",
      sku: "WR-G",
      inventory: "4",
      productOptionName1: "Stone",
      productOptionDescription1: "#ff0000:Garnet",
    },
    {
      handleId: "p1",
      fieldType: "Variant",
      sku: "WR-O",
      inventory: "2",
      surcharge: "15.0",
      productOptionName1: "Stone",
      productOptionDescription1: "#000000:Onyx",
    },
  );
  const id = await readIn(file);
  expect(await questions(id)).toMatchObject([{ asks: "decimal", field: "price", row: 3 }]);
  const { said } = await imported(file, { decimal: "comma" });
  expect(said).toEqual([expect.stringContaining("4: this has to be an amount")]);
  expect(await goods("wolf-ring")).toMatchObject({ price: 105_000 });
  expect((await sold("wolf-ring")).map(({ name }) => name)).toEqual(["default; Garnet; WR-G"]);
});

test("two Etsy listings with one title are two products", async () => {
  const line = {
    TITLE: "Belt Buckle",
    CURRENCY_CODE: "USD",
    QUANTITY: "1",
    "VARIATION 1 NAME": "",
    "VARIATION 1 VALUES": "",
  };
  await imported(table(",", { ...line, PRICE: "120.00", SKU: "VB-70" }, { ...line, PRICE: "95.00", SKU: "VB-71" }));
  expect([await sold("belt-buckle"), await sold("belt-buckle-2")]).toMatchObject([
    [{ name: "default; default; VB-70" }],
    [{ name: "default; default; VB-71" }],
  ]);
});

test("Etsy's variations of one name are told apart by their order, and each is asked about by itself", async () => {
  const line = { CURRENCY_CODE: "USD", QUANTITY: "4", PRICE: "64.00", SKU: "" };
  const file = table(
    ",",
    {
      TITLE: "Braided Leash",
      ...line,
      "VARIATION 1 NAME": "Color",
      "VARIATION 1 VALUES": "Black,Tan",
      "VARIATION 2 NAME": "Color",
      "VARIATION 2 VALUES": "Brass,Nickel",
    },
    {
      TITLE: "Engraved Flask",
      ...line,
      "VARIATION 1 NAME": "Style",
      "VARIATION 1 VALUES": "Skull,Eagle",
      "VARIATION 2 NAME": "Style",
      "VARIATION 2 VALUES": "Matte,Gloss",
    },
  );
  const asked = await readIn(file);
  await settle(asked, { takesStock: true });
  const problems = (await rows(asked)).flatMap((row) => row.problems.map(({ words }) => words));
  expect(problems.filter((words) => words.includes("values here"))).toEqual([
    expect.stringMatching(/^Style 2 has 2 values here, Matte and Gloss/),
  ]);
  const { said } = await imported(file, { options: { "style 2": "color" } });
  expect(said.filter((words) => words.includes("values here"))).toEqual([]);
  const choices = async (handle: string) => (await sold(handle)).map(({ name }) => name);
  expect(await choices("braided-leash")).toEqual([
    "Brass; Black; ",
    "Brass; Tan; ",
    "Nickel; Black; ",
    "Nickel; Tan; ",
  ]);
  expect(await choices("engraved-flask")).toEqual([
    "Skull; Matte; ",
    "Skull; Gloss; ",
    "Eagle; Matte; ",
    "Eagle; Gloss; ",
  ]);
});

test("Square's customer-facing name, kind of item and stock alert are read", async () => {
  const line = { "Variation Name": "Regular", "Item Type": "Physical good", Archived: "N" };
  const { id, said } = await imported(
    table(
      ",",
      {
        ...line,
        Token: "T1",
        "Item Name": "JKT-CLASSIC",
        "Customer-facing Name": "Classic Jacket",
        SKU: "JC",
        Price: "250",
        "Stock Alert Count Garage": "3",
        "Current Quantity Garage": "9",
      },
      { ...line, Token: "T2", "Item Name": "Store Card", "Item Type": "Gift card", Price: "25", SKU: "" },
      { ...line, Token: "T3", "Item Name": "Bike Night", "Item Type": "Event", Price: "15", SKU: "" },
    ),
  );
  expect(await goods("jkt-classic")).toMatchObject({ name: "Classic Jacket", lowMark: 3 });
  expect((await entryOf(id)).counts).toMatchObject({ giftCards: 1, products: 2 });
  expect(said).toEqual(["4: is not shipped by the other shop, as a download or a service, so it is a draft here"]);
});

test("references to characters in a WooCommerce name stay out of the product's address", async () => {
  const line = { Published: "1", "In stock?": "1", Parent: "" };
  await imported(
    table(",", {
      ...line,
      ID: "2",
      Type: "simple",
      SKU: "CL",
      Name: "Chain Lube &#8211; Dry",
      "Regular price": "11.50",
    }),
  );
  expect(await goods("chain-lube-dry")).toMatchObject({ name: "Chain Lube – Dry" });
});

test("a spreadsheet's compare-at price counts where its sale price is empty, and is named beside one", async () => {
  const { said } = await imported(
    table(
      ",",
      { Name: "Ash Tee", SKU: "AT", Price: "20", "Sale price": "", "Compare at price": "30", Material: "Cotton" },
      { Name: "Ember Tee", SKU: "ET", Price: "20", "Sale price": "15", "Compare at price": "30", Material: "Wool" },
      { Name: "Soot Tee", SKU: "ST", Price: "20", "Sale price": "", "Compare at price": "0.00", Material: "" },
    ),
  );
  expect(await goods("ash-tee")).toMatchObject({ price: 3000, salePrice: 2000, materials: "Cotton" });
  expect(await goods("ember-tee")).toMatchObject({ price: 2000, salePrice: 1500, materials: "Wool" });
  expect(await goods("soot-tee")).toMatchObject({ price: 2000, salePrice: null });
  expect(said).toEqual(["3: $30.00 is left out, because the row has a sale price"]);
});

test("a compare-at price beside an empty sale price says what becomes of the sale price that is here", async () => {
  const prices = (compareAt: string) =>
    table(",", { Name: "Cinder Tee", SKU: "CT", Price: "20", "Sale price": "", "Compare at price": compareAt });
  await imported(table(",", { Name: "Cinder Tee", SKU: "CT", Price: "20", "Sale price": "15" }));
  expect((await imported(prices("0.00"))).said).toEqual(["2: is empty, so the sale price here stays: $15.00"]);
  expect(await goods("cinder-tee")).toMatchObject({ price: 2000, salePrice: 1500 });
  expect((await imported(prices("30"))).said).toEqual([]);
  expect(await goods("cinder-tee")).toMatchObject({ price: 3000, salePrice: 2000 });
});

test("words of a picture that a program writes in several lines stay with their picture", async () => {
  const { id } = await imported(
    table(",", {
      "Item Type": "Product",
      "Product ID": "9",
      "Product Name": "Dusk Tee",
      "Product Code/SKU": "DT",
      Price: "20",
      "Product Image File - 1": "tee-1.jpg",
      "Product Image Description - 1": "Front,\nwashed",
      "Product Image File - 2": "tee-2.jpg",
    }),
  );
  expect(await wordsOfPictures(id)).toEqual({ "tee-1.jpg": "Front, washed", "tee-2.jpg": "Dusk Tee" });
});

test("a yes of Shopify's own fields is a word, and an archived product is not called a draft", async () => {
  const { said } = await imported(
    table(",", {
      Handle: "tourer-boot",
      Title: "Tourer Boot",
      "Body (HTML)": "",
      Published: "false",
      Status: "archived",
      "Variant SKU": "TB",
      "Variant Price": "240",
      "Waterproof (product.metafields.custom.waterproof)": "true",
    }),
  );
  expect(await goods("tourer-boot")).toMatchObject({ details: ["Waterproof: Yes"], publishedStatus: "archived" });
  expect(said).toEqual([]);
});
