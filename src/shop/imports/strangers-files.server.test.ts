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
