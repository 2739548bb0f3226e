import { expect, test } from "vitest";
import { openImports } from "~/testing/open-imports.server";
import { csvOf } from "~/testing/shopify-export";

// Files as the export of each program looks today, with invented goods.

const { readIn, settle, apply, goods, words } = await openImports();
const imported = async (content: string) => {
  const id = await readIn(content);
  await settle(id, { takesStock: true });
  await apply(id);
  return id;
};
const table = (heads: string, ...rows: Record<string, string>[]) => {
  const columns = heads.split(",");
  return csvOf([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))]);
};
const sold = async (handle: string) =>
  (await goods(handle)).variants.map(({ size, color, sku, stock }) => [size, color, sku, stock]);

test("Shopify's attributes of a product become details, and its SKUs lose the apostrophe that spreadsheets need", async () => {
  const heads =
    "Handle,Title,Body (HTML),Vendor,Published,Option1 Name,Option1 Value,Variant SKU,Variant Barcode,Variant Inventory Tracker,Variant Inventory Qty,Variant Price,Fabric (product.metafields.custom.fabric),Color (product.metafields.shopify.color-pattern),Files (product.metafields.custom.files),Status";
  const shared = { Handle: "metal-tee", "Variant Inventory Tracker": "shopify", "Variant Price": "29.00" };
  await imported(
    table(
      heads,
      {
        ...shared,
        Title: "Metal Tee",
        "Body (HTML)": "<p>With <b>words</b></p>",
        Published: "true",
        "Option1 Name": "Size",
        "Option1 Value": "S",
        "Variant SKU": "'00123",
        "Variant Barcode": "'0614141000029",
        "Variant Inventory Qty": "3",
        "Fabric (product.metafields.custom.fabric)": "Organic cotton, 220 gsm",
        "Color (product.metafields.shopify.color-pattern)": "olive",
        "Files (product.metafields.custom.files)": '["gid://shopify/MediaImage/1"]',
        Status: "active",
      },
      { ...shared, "Option1 Value": "M", "Variant SKU": "O'Neal", "Variant Inventory Qty": "4" },
    ),
  );
  const { description, details, variants } = await goods("metal-tee");
  expect([description, details, variants[0]?.barcode]).toEqual([
    "With words",
    ["Fabric: Organic cotton, 220 gsm"],
    "0614141000029",
  ]);
  expect(await sold("metal-tee")).toEqual([
    ["S", "default", "00123", 3],
    ["M", "default", "O'Neal", 4],
  ]);
});

test("a row of Shopify that was cut off is refused with the cells of the file, also beside attributes of products", async () => {
  const id = await readIn("Handle,Title,Variant Price,Fit (product.metafields.custom.fit)\ncut-tee,Cut Tee\n");
  expect((await words(id)).map(([row, , said]) => [row, said])).toContainEqual([
    2,
    "the row has 2 of 4 cells; was the file cut off?",
  ]);
});

test("WooCommerce's low stock amount is taken, and what it only links to or describes by size is said", async () => {
  const heads =
    "ID,Type,SKU,Name,Published,Description,In stock?,Stock,Low stock amount,Regular price,Parent,External URL,Attribute 1 name,Attribute 1 value(s)";
  const id = await imported(
    table(
      heads,
      {
        ID: "12",
        Type: "variable",
        SKU: "RB",
        Name: "Rodeo Boot",
        Published: "1",
        Description: "Tall shaft.",
        "Low stock amount": "3",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "9, 10",
      },
      {
        ID: "13",
        Type: "variation",
        SKU: "RB-9",
        Description: "Last pairs",
        Published: "1",
        Stock: "2",
        "Regular price": "249",
        Parent: "RB",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "9",
      },
      {
        ID: "14",
        Type: "variation",
        SKU: "RB-10",
        Published: "1",
        Stock: "1",
        "Regular price": "249",
        Parent: "id:12",
        "Attribute 1 name": "Size",
        "Attribute 1 value(s)": "10",
      },
      {
        ID: "15",
        Type: "external",
        SKU: "EX",
        Name: "Partner Helmet",
        Published: "1",
        "In stock?": "1",
        "Regular price": "300",
        "External URL": "https://partner.example",
      },
    ),
  );
  expect(await goods("rodeo-boot")).toMatchObject({ lowMark: 3, description: "Tall shaft." });
  expect((await words(id)).map(([row, field]) => [row, field])).toEqual([
    [3, "description"],
    [5, "name"],
  ]);
  expect((await goods("partner-helmet")).variants).toEqual([]);
});

test("Squarespace's options beyond the third are a part of the third", async () => {
  const option = (number: number, name: string, value: string) => ({
    [`Option Name ${number}`]: name,
    [`Option Value ${number}`]: value,
  });
  const numbers = [1, 2, 3, 4, 5, 6].flatMap((number) => [`Option Name ${number}`, `Option Value ${number}`]);
  const id = await readIn(
    table(
      `Product URL,Title,Description,SKU,${numbers.join(",")},Price,Stock,Visible,Hosted Image URLs`,
      {
        "Product URL": "salt-flat-hoodie",
        Title: "Salt Flat Hoodie",
        SKU: "Q1",
        Price: "72",
        Stock: "3",
        Visible: "Yes",
        ...option(1, "Color", "Bone"),
        ...option(2, "Size", "S"),
        ...option(3, "Cut", "Slim"),
        ...option(4, "Lining", "Fleece"),
      },
      {
        SKU: "Q2",
        Price: "72",
        Stock: "Unlimited",
        ...option(1, "Color", "Bone"),
        ...option(2, "Size", "S"),
        ...option(3, "Cut", "Slim"),
        ...option(4, "Lining", "Jersey"),
      },
    ),
  );
  await settle(id, { takesStock: true, options: { "cut / lining": "size" } });
  await apply(id);
  expect(await sold("salt-flat-hoodie")).toEqual([
    ["S / Slim / Fleece", "Bone", "Q1", 3],
    ["S / Slim / Jersey", "Bone", "Q2", null],
  ]);
});

test("Square's options, sale price and stock of its place are read", async () => {
  const heads =
    "Token,Item Name,Variation Name,SKU,Description,GTIN,Weight (lb),Price,Online Sale Price,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Current Quantity Main Street";
  const item = {
    "Item Name": "Bar Jacket",
    "Option Name 1": "Size",
    "Option Name 2": "Color",
    "Option Value 2": "Black",
  };
  await imported(
    table(
      heads,
      {
        ...item,
        "Variation Name": "Small, Black",
        SKU: "BJ-S",
        Description: "Waxed.",
        "Weight (lb)": "3.2",
        Price: "$215.00",
        "Online Sale Price": "199.00",
        "Option Value 1": "Small",
        "Current Quantity Main Street": "4",
      },
      {
        ...item,
        "Variation Name": "Large, Black",
        SKU: "BJ-L",
        Price: "215",
        "Option Value 1": "Large",
        "Current Quantity Main Street": "1",
      },
    ),
  );
  expect(await goods("bar-jacket")).toMatchObject({
    description: "Waxed.",
    price: 21500,
    salePrice: 19900,
    weightGrams: 1451,
  });
  expect(await sold("bar-jacket")).toEqual([
    ["Small", "Black", "BJ-S", 4],
    ["Large", "Black", "BJ-L", 1],
  ]);
});

test("a spreadsheet with the usual words of a shop's own list is read without choosing columns", async () => {
  await imported(
    "\uFEFFItem No.;Item;Colour;Size;Retail;Unit Cost;On hand;Bin\r\n" +
      'X-1;"Trail ""Ghost"" Pant";Slate;32/34;$1,049.50;400;5;A-12\r\nX-2;"Trail ""Ghost"" Pant";Slate;34/34;$1,049.50;400;2;A-13\r\n',
  );
  expect(await goods("trail-ghost-pant")).toMatchObject({ name: 'Trail "Ghost" Pant', price: 104950, cost: 40000 });
  expect(await sold("trail-ghost-pant")).toEqual([
    ["32/34", "Slate", "X-1", 5],
    ["34/34", "Slate", "X-2", 2],
  ]);
});

test("Shopify's attributes of several words, measures and formatted texts become details; references become none", async () => {
  const of = (name: string) => `${name} (product.metafields.custom.${name.toLowerCase()})`;
  const columns = ["Certifications", "Thickness", "Deposit", "Story", "Related", "Stars", "Note", "Colors"]
    .concat("Wears", "Depths", "Gaps", "Nested")
    .map(of);
  await imported(
    table(["Handle", "Title", "Variant Price", ...columns].join(","), {
      Handle: "listed-glove",
      Title: "Listed Glove",
      "Variant Price": "79.95",
      [of("Certifications")]: '["EN 13594 Level 1","KP, knuckle"]',
      [of("Thickness")]: '{"value":0.9,"unit":"mm"}',
      [of("Deposit")]: '{"amount":"10.00","currency_code":"USD"}',
      [of("Story")]:
        '{"type":"root","children":[{"type":"paragraph","children":[{"type":"text","value":"Cut "},{"type":"text","value":"twice.","bold":true}]},{"type":"paragraph","children":[{"type":"text","value":"Sewn once."}]}]}',
      [of("Related")]: '["gid://shopify/Product/81"]',
      [of("Stars")]: '{"scale_min":"1.0","scale_max":"5.0","value":"4.5"}',
      [of("Note")]: "[sic] as written",
      [of("Colors")]: '["#3b2417"]',
      [of("Wears")]: "[1, 2.5]",
      [of("Depths")]: '[{"value":4,"unit":"mm"},{"value":6,"unit":"mm"}]',
      [of("Gaps")]:
        '{"type":"root","children":[null,{"type":"paragraph","children":[null,{"type":"text","value":"Kept."}]}]}',
      [of("Nested")]: `${'{"children":['.repeat(3000)}${"]}".repeat(3000)}`,
    }),
  );
  expect((await goods("listed-glove")).details).toEqual([
    "Certifications: EN 13594 Level 1, KP, knuckle",
    "Thickness: 0.9 mm",
    "Deposit: 10.00 USD",
    "Story: Cut twice. Sewn once.",
    "Note: [sic] as written",
    "Colors: #3b2417",
    "Wears: 1, 2.5",
    "Depths: 4 mm, 6 mm",
    "Gaps: Kept.",
  ]);
});

test("Etsy's character references in variations are undone, too", async () => {
  await imported(
    table(
      "TITLE,PRICE,CURRENCY_CODE,QUANTITY,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 NAME,VARIATION 2 VALUES",
      {
        TITLE: "Two Tone Roll",
        PRICE: "64",
        CURRENCY_CODE: "USD",
        QUANTITY: "4",
        "VARIATION 1 NAME": "Color",
        "VARIATION 1 VALUES": "Rust &amp; Bone,Olive",
        "VARIATION 2 NAME": "Size",
        "VARIATION 2 VALUES": "14&quot;",
      },
    ),
  );
  expect((await sold("two-tone-roll")).map(([size, color]) => [size, color])).toEqual([
    ['14"', "Rust & Bone"],
    ['14"', "Olive"],
  ]);
});

test("Ecwid's quantities count where its column of what is counted was not exported", async () => {
  await imported(
    table(
      "type,product_internal_id,product_sku,product_name,product_price,product_quantity",
      {
        type: "product",
        product_internal_id: "1",
        product_sku: "GT",
        product_name: "Grip Tape",
        product_price: "11",
        product_quantity: "14",
      },
      {
        type: "product",
        product_internal_id: "2",
        product_sku: "GG",
        product_name: "Grip Glue",
        product_price: "7.25",
      },
    ),
  );
  expect([await sold("grip-tape"), await sold("grip-glue")]).toEqual([
    [["default", "default", "GT", 14]],
    [["default", "default", "GG", null]],
  ]);
});

test("Wix's colors may be written in red, green and blue, and entries of its sections are parted", async () => {
  const options = { productOptionName1: "Shade", productOptionType1: "COLOR" };
  await imported(
    table(
      "handleId,fieldType,name,price,inventory,productOptionName1,productOptionType1,productOptionDescription1,additionalInfoTitle1,additionalInfoDescription1,additionalInfoTitle2,additionalInfoDescription2",
      {
        handleId: "p1",
        fieldType: "Product",
        name: "Jet Chaps",
        price: "129",
        inventory: "InStock",
        ...options,
        productOptionDescription1: "#3b2417:Walnut;rgb(0,0,0):Jet;rgba(255, 102, 0, 0.5):Flare",
        additionalInfoTitle1: "Care",
        additionalInfoDescription1: "<ul><li>Wipe &amp; dry</li><li>Wax yearly</li></ul>",
        additionalInfoTitle2: "Fit",
        additionalInfoDescription2: "<p>Snug.</p>",
      },
    ),
  );
  expect((await sold("jet-chaps")).map(([, color]) => color)).toEqual(["Walnut", "Jet", "Flare"]);
  expect((await goods("jet-chaps")).details).toEqual(["Care: Wipe & dry; Wax yearly", "Fit: Snug."]);
});

test("WooCommerce's escaped commas are undone in descriptions, and its named characters in names", async () => {
  await imported(
    table(
      "ID,Type,SKU,Name,Published,Short description,Description,In stock?,Regular price,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible",
      {
        ID: "7",
        Type: "simple",
        SKU: "SB",
        Name: "Saddler&#8217;s Belt &ndash; 1 &frac12; inch",
        Published: "1",
        "Short description": "Bridle leather\\, hand finished.",
        Description: "Cut\\, edged &amp; waxed.",
        "In stock?": "1",
        "Regular price": "68",
        "Attribute 1 name": "Width",
        "Attribute 1 value(s)": "1 &frac12; in",
        "Attribute 1 visible": "1",
      },
    ),
  );
  const { name, description, details } = await goods("saddler-s-belt-1-½-inch");
  expect([name, description, details]).toEqual([
    "Saddler\u2019s Belt \u2013 1 \u00BD inch",
    "Bridle leather, hand finished.\n\nCut, edged & waxed.",
    ["Width: 1 \u00BD in"],
  ]);
});
