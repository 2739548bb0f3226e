import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import { plain } from "./columns";
import { foreignTable, type ForeignTable } from "./foreign-table";
import { OPTION_COLUMNS, optionsOf } from "./option-cells";
import { answer, handlesByName, listed, path, picturesInWords } from "./foreign-cells";
import { SWITCHED_OFF } from "./mapped-row";

// Exports of which each row is one variant, or a product without any.

/** Columns of the first place of several, such as the stock of the first outlet; the others stay what they are. */
const ofFirstPlace = (headers: string[], begin: string): string =>
  headers.map(plain).find((name) => name.startsWith(begin)) ?? begin;

/** Lightspeed Retail (X-Series), once Vend. */
export function lightspeedTable(headers: string[]): ForeignTable {
  const [stock, low] = [ofFirstPlace(headers, "inventory_"), ofFirstPlace(headers, "reorder_point_")];
  const read =
    /^(handle|sku|name|description|type|product_category|weight|weight_unit|variant_option_(one|two|three)_(name|value)|supply_price|retail_price|active|track_inventory)$/;
  return foreignTable(headers, {
    fields: [
      "handle",
      "name",
      "description",
      ...CATEGORY_COLUMNS,
      "published",
      ...OPTION_COLUMNS,
      "sku",
      "price",
      "cost",
      "stock",
      "tracker",
      "lowMark",
      "weight",
    ],
    isRead: (name) => read.test(name) || name === stock || name === low,
    read: (says) => ({
      handle: says("handle"),
      name: says("name"),
      description: says("description"),
      ...categoryCells([path(says("product_category") || says("type"), "/")]),
      published: answer(says("active")),
      ...optionsOf(
        ["one", "two", "three"].map((number): [string, string] => [
          says(`variant_option_${number}_name`),
          says(`variant_option_${number}_value`),
        ]),
      ),
      sku: says("sku"),
      price: says("retail_price"),
      cost: says("supply_price"),
      stock: says(stock),
      tracker: answer(says("track_inventory")),
      lowMark: says(low),
      weight: says("weight_unit") && Number(says("weight")) > 0 ? `${says("weight")} ${says("weight_unit")}` : "",
    }),
  });
}

/** Lightspeed Retail (R-Series): the name of a matrix is that of the product; of its attributes only the numbers are named. */
export const lightspeedRetailTable = (headers: string[]): ForeignTable =>
  foreignTable(headers, {
    fields: ["name", ...CATEGORY_COLUMNS, ...OPTION_COLUMNS, "sku", "barcode", "price", "compareAt", "cost", "stock"],
    isRead: (name) =>
      /^(upc|ean|custom sku|item|qty\.|price|msrp|default cost|category|subcategory 1|matrix description|attribute [1-3])$/.test(
        name,
      ),
    read: (says) => ({
      name: says("matrix description") || says("item"),
      ...categoryCells([listed(`${says("category")}\n${says("subcategory 1")}`, "\n").join(" > ")]),
      ...optionsOf([1, 2, 3].map((number): [string, string] => [`Attribute ${number}`, says(`attribute ${number}`)])),
      sku: says("custom sku"),
      barcode: says("upc") || says("ean"),
      price: says("price"),
      compareAt: says("msrp"),
      cost: says("default cost"),
      stock: says("qty."),
    }),
  });

/** Faire, whose wholesale price is the maker's and not our cost. */
export const faireTable = (headers: string[]): ForeignTable =>
  foreignTable(headers, {
    fields: [
      "rowKind",
      "name",
      "description",
      ...CATEGORY_COLUMNS,
      "published",
      ...OPTION_COLUMNS,
      "sku",
      "barcode",
      "price",
      "stock",
      "weight",
      "countryOfOrigin",
      "picture",
      "pairPicture",
    ],
    // Its template has two more lines of headings.
    isNone: (says) => /^(mandatory|product_name_english)$/i.test(says("product name (english)")),
    isRead: (name) =>
      /^(product name \(english\)|description \(english\)|(info )?product type|product status|option status|option [123] (name|value)|sku|gtin|usd unit retail price|on hand inventory|item weight( unit)?|made in country|product images|option image)$/.test(
        name,
      ),
    read: (says) => ({
      name: says("product name (english)"),
      description: says("description (english)"),
      ...categoryCells([path(says("product type") || says("info product type"), ">")]),
      published: answer(says("product status")),
      rowKind: answer(says("option status")) === "no" && answer(says("product status")) !== "no" ? SWITCHED_OFF : "",
      ...optionsOf(
        [1, 2, 3].map((number): [string, string] => [says(`option ${number} name`), says(`option ${number} value`)]),
      ),
      sku: says("sku"),
      barcode: says("gtin"),
      price: says("usd unit retail price"),
      stock: says("on hand inventory"),
      weight: says("item weight") && `${says("item weight")} ${says("item weight unit")}`.trim(),
      countryOfOrigin: says("made in country"),
      picture: listed(says("product images"), /\s+/).join("\n"),
      pairPicture: listed(says("option image"), /\s+/)[0] ?? "",
    }),
  });

/** Amazon's report of all listings, of which each is a product of its own. */
export const amazonTable = (headers: string[]): ForeignTable =>
  foreignTable(headers, {
    fields: ["name", "description", "published", "sku", "price", "stock", "picture"],
    isRead: (name) => /^(item-name|item-description|seller-sku|price|quantity|image-url|status)$/.test(name),
    read: (says) => ({
      name: says("item-name"),
      description: says("item-description"),
      published: answer(says("status")),
      sku: says("seller-sku"),
      price: says("price"),
      stock: says("quantity"),
      picture: says("image-url"),
    }),
  });

/** A feed for Google: rows of one group, or without groups of one title, are the variants of one product. It has no numbers of pieces. */
export function googleTable(headers: string[]): ForeignTable {
  const handles = handlesByName();
  return foreignTable(headers, {
    fields: [
      "handle",
      "name",
      "description",
      ...CATEGORY_COLUMNS,
      "color",
      "size",
      "sku",
      "barcode",
      "price",
      "salePrice",
      "stock",
      "weight",
      "picture",
    ],
    isRead: (name) =>
      /^(id|item_group_id|title|description|product_type|color|size|gtin|price|sale_price|availability|shipping_weight|image_link|additional_image_link)$/.test(
        name,
      ),
    read: (says) => ({
      handle: handles(says("item_group_id") || says("title"), says("title")),
      name: says("title"),
      description: says("description"),
      ...categoryCells([path(says("product_type"), ">")]),
      color: says("color"),
      size: says("size"),
      sku: says("id"),
      barcode: says("gtin"),
      price: says("price"),
      salePrice: says("sale_price"),
      stock: /^out[_ ]of[_ ]stock$/i.test(says("availability")) ? "0" : "",
      weight: says("shipping_weight"),
      picture: [says("image_link"), ...listed(says("additional_image_link"), ",")].filter(Boolean).join("\n"),
    }),
  });
}

/** PrestaShop's list of products, or the table in which it imports them. Combinations are in a file of their own. */
export function prestaTable(headers: string[]): ForeignTable {
  const features = headers.map(plain).find(isOfFeatures) ?? "";
  return foreignTable(headers, {
    fields: [
      "name",
      "description",
      "attributes",
      ...CATEGORY_COLUMNS,
      "published",
      "sku",
      "barcode",
      "price",
      "cost",
      "stock",
      "lowMark",
      "weight",
      "picture",
      "pictureWords",
      "searchTitle",
    ],
    isRead: (name) => Object.values(PRESTA).some((names) => names.some((each) => each === name)) || isOfFeatures(name),
    read(says) {
      const first = (column: keyof typeof PRESTA) => PRESTA[column].map(says).find((text) => text !== "") ?? "";
      const pictures = listed(first("pictures"), ",");
      const words = listed(first("words"), ",");
      const isHidden = /^none$/i.test(first("visibility"));
      return {
        name: first("name"),
        description: [first("summary"), first("description")].filter(Boolean).join("\n\n"),
        attributes: featuresIn(says(features)),
        ...categoryCells(
          says("category")
            ? [says("category")]
            : listed(says("categories (x,y,z...)"), ",").filter((each) => each !== "Home"),
        ),
        published: isHidden ? "no" : answer(first("active")),
        sku: first("sku"),
        barcode: first("barcode"),
        price: first("price"),
        cost: first("cost"),
        stock: first("stock"),
        lowMark: first("lowMark"),
        weight: Number(first("weight").replace(",", ".")) > 0 ? `${first("weight")} kg` : "",
        picture: pictures.join("\n"),
        pictureWords: picturesInWords(
          pictures.map((_, place) => words[place] ?? ""),
          first("name"),
        ),
        searchTitle: first("searchTitle"),
      };
    },
  });
}

/** Names of PrestaShop's columns in its releases, by what they mean here. Its usual unit of weight is the kilogram. */
const PRESTA = {
  name: ["name", "name *"],
  summary: ["summary", "short description"],
  description: ["description"],
  category: ["category", "categories (x,y,z...)"],
  active: ["status", "active (0/1)"],
  visibility: ["visibility"],
  sku: ["reference", "reference #"],
  barcode: ["ean13", "upc"],
  price: [
    "price (tax excl.)",
    "price tax excluded",
    "price tax excl.",
    "price (tax incl.)",
    "price tax included",
    "price tax incl.",
  ],
  cost: ["wholesale price", "cost price"],
  stock: ["quantity"],
  lowMark: ["low stock level"],
  weight: ["weight"],
  pictures: ["image urls (x,y,z...)", "image"],
  words: ["image alt texts (x,y,z...)"],
  searchTitle: ["meta title"],
} as const satisfies Record<string, string[]>;

const isOfFeatures = (name: string): boolean => /^feature ?\(name:value:position(:customized)?\)$/.test(name);

/** Features such as Lining:Cotton:1, each a line; a value may have commas if the whole cell has positions. */
function featuresIn(cell: string): string {
  const placed = [...cell.matchAll(/([^,:]+):([^:]+):\d+(?::[01]?)?(?:,|$)/gy)];
  const isWhole = placed.length > 0 && placed.map(([all]) => all).join("") === cell;
  const pairs = isWhole
    ? placed.map(([, name = "", value = ""]) => [name, value])
    : listed(cell, ",").map((each) => each.split(":"));
  return pairs.map(([name = "", value = ""]) => `${name.trim()}: ${value.trim()}`).join("\n");
}
