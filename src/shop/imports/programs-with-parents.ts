import { decodeEntities } from "~/platform/html-tag";
import { handleOfName } from "~/shop/catalog/product";
import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import type { FieldKey } from "./columns";
import { answer, handlesByName, listed, path } from "./foreign-cells";
import { bySaid, foreignTable, type ForeignTable, type NotedTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT, OF_PICTURE, SWITCHED_OFF } from "./mapped-row";
import { OPTION_COLUMNS, optionCells, optionsOf } from "./option-cells";

// Exports in which a product has a row of its own, and its variants, pictures or options have others.

/** Columns of every export. */
const ALL = [
  "rowKind",
  "handle",
  "name",
  "description",
  "published",
  ...OPTION_COLUMNS,
  "sku",
  "price",
  "stock",
  "picture",
] as const;
const SEARCH = ["searchTitle", "searchWords"] as const;
const FIELDS = {
  wix: [...ALL, "attributes", ...CATEGORY_COLUMNS, "swatch", "barcode", "salePrice", "cost", "tracker", "pictureWords"],
  etsy: [...ALL, "skusOfAll", "materials", "currency"],
  bigCommerce: [
    ...ALL,
    "attributes",
    ...CATEGORY_COLUMNS,
    "barcode",
    "salePrice",
    "cost",
    "tracker",
    "lowMark",
    "pictureWords",
    "pairPicture",
    ...SEARCH,
  ],
  ecwid: [...ALL, ...CATEGORY_COLUMNS, "barcode", "compareAt", "cost", "tracker", "lowMark", "pictureWords", ...SEARCH],
  magento: [...ALL, "attributes", ...CATEGORY_COLUMNS, "salePrice", "pictureWords", "pairPicture", ...SEARCH],
} as const satisfies Record<string, FieldKey[]>;
type Field = (typeof FIELDS)[keyof typeof FIELDS][number];
type Cells = Partial<Record<Field, string>>;

/** Table whose converter sees each row of the file before it reads the first. */
function noted(
  headers: string[],
  fields: readonly Field[],
  isRead: RegExp,
  { note, read }: { note(says: Says): void; read(says: Says): Cells },
): NotedTable {
  const said = bySaid(headers);
  const table: ForeignTable = foreignTable(headers, { fields, isRead: (name) => isRead.test(name), read });
  return { ...table, note: (cells) => note(said(cells)) };
}

/** An amount with two decimals; empty for a text that is no number. */
const amount = (value: number): string => (Number.isFinite(value) ? value.toFixed(2) : "");
/** An amount of a file, where 0 means none. */
const unlessZero = (cell: string): string => (Number(cell) === 0 ? "" : cell);

/** The product above the rows of its variants. */
interface WixParent {
  handle: string;
  price: number;
  cost: string;
  sale(price: number): string;
}

/** Price and sale price; without a sale a higher price of before is the price, and the present one that of a sale. */
const withFormer = (price: string, former: string, sale: string): Pick<Cells, "price" | "salePrice"> =>
  sale === "" && Number(former) > Number(price) ? { price: former, salePrice: price } : { price, salePrice: sale };

/** Wix's export, in its form with an id of each product and in the later one with handles. */
export function wixTable(headers: string[]): NotedTable {
  const withVariants = new Set<string>();
  const handles = handlesByName();
  let parent: WixParent | undefined;
  const idOf = (says: Says) => says("handleid") || says("handle");
  const kindOf = (says: Says) => says("fieldtype").toLowerCase();
  const isRead =
    /^(handleid|handle|fieldtype|name|description|plaindescription|productimageurl|media|mediaalttext|collection|sku|barcode|price|strikethroughprice|surcharge|visible|discount(mode|value)|inventory|cost|productoption(name|type|description|choices)\[?\d\]?|additionalinfo(title|description)\d)$/;
  return noted(headers, FIELDS.wix, isRead, {
    note(says) {
      if (kindOf(says) === "variant") withVariants.add(idOf(says));
    },
    read(says) {
      const id = idOf(says);
      if (kindOf(says) === "variant") return wixVariant(says, parent, id);
      const handle = says("handle") || handles(id, says("name"));
      if (kindOf(says) === "media") return { handle, picture: wixPictures(says), rowKind: OF_PICTURE };
      const sale = wixSale(says);
      parent = { handle, price: Number(says("price")), cost: says("cost"), sale };
      const options = wixOptions(says);
      const isShared = options.length > 0 && !withVariants.has(id);
      return {
        handle,
        name: says("name"),
        description: says("plaindescription") || says("description"),
        attributes: [1, 2, 3, 4, 5, 6]
          .map((number) => [says(`additionalinfotitle${number}`), says(`additionalinfodescription${number}`)] as const)
          .flatMap(([title, text]) => (text ? [`${title}: ${text.replaceAll(/<[^<>]*>/g, " ").trim()}`] : []))
          .join("\n"),
        ...categoryCells(listed(says("collection"), ";").filter((each) => each !== "All Products")),
        published: answer(says("visible")),
        picture: wixPictures(says),
        pictureWords: says("mediaalttext"),
        ...(withVariants.has(id)
          ? { rowKind: ABOUT_PRODUCT }
          : {
              ...optionCells(options.map(({ name, values }) => ({ name, values: values.map(({ word }) => word) }))),
              sku: says("sku"),
              barcode: says("barcode"),
              ...wixPrices(says, Number(says("price")), sale),
              ...wixStock(says("inventory")),
              ...(isShared && Number(says("inventory")) > 0 && { stock: "parent" }),
            }),
      };
    },
  });
}

function wixVariant(says: Says, parent: WixParent | undefined, id: string): Cells {
  const handle = says("handle") || (parent?.handle ?? id);
  if (answer(says("visible")) === "no") return { handle, rowKind: SWITCHED_OFF };
  const options = wixOptions(says);
  const price = says("price") ? Number(says("price")) : (parent?.price ?? Number.NaN) + Number(says("surcharge") || 0);
  return {
    handle,
    ...optionCells(options.map(({ name, values }) => ({ name, values: values.map(({ word }) => word).slice(0, 1) }))),
    swatch: options.flatMap(({ values }) => values.flatMap(({ swatch }) => swatch || []))[0] ?? "",
    sku: says("sku"),
    barcode: says("barcode"),
    ...wixPrices(says, price, parent?.sale ?? (() => "")),
    cost: says("cost") || (parent?.cost ?? ""),
    ...wixStock(says("inventory")),
  };
}

const wixPrices = (says: Says, price: number, sale: (price: number) => string): Cells => ({
  // A price that is no number is asked about with its row.
  ...withFormer(amount(price) || says("price"), says("strikethroughprice"), sale(price)),
  cost: says("cost"),
});

/** The sale price that a discount makes of a price; empty without one. */
function wixSale(says: Says): (price: number) => string {
  const [mode, value] = [says("discountmode").toUpperCase(), Number(says("discountvalue"))];
  if (!(value > 0)) return () => "";
  return (price) => amount(mode === "PERCENT" ? price * (1 - value / 100) : price - value);
}

/** Options with their values; a color's is written as #0000ff:Navy. */
const wixOptions = (says: Says) =>
  [1, 2, 3, 4, 5, 6].flatMap((number) => {
    const name = says(`productoptionname${number}`) || says(`productoptionname[${number}]`);
    const values = says(`productoptiondescription${number}`) || says(`productoptionchoices[${number}]`);
    if (name === "") return [];
    return [
      {
        name,
        values: listed(values, ";").map((each) => {
          const [, swatch = "", word = each] = /^(#[\da-f]{6}):(.*)$/i.exec(each) ?? [];
          return { word: word || each, swatch };
        }),
      },
    ];
  });

const wixPictures = (says: Says): string =>
  listed(says("productimageurl") || says("media"), ";")
    .map((each) => (each.includes("://") ? each : `https://static.wixstatic.com/media/${each}`))
    .join("\n");

function wixStock(cell: string): Pick<Cells, "stock" | "tracker"> {
  if (/^(in[ _]?stock|true)$/i.test(cell)) return { stock: "", tracker: "no" };
  if (/^(out[ _]?of[ _]?stock|false)$/i.test(cell)) return { stock: "0", tracker: "yes" };
  return { stock: cell, tracker: cell === "" ? "" : "yes" };
}

/** Etsy's export: a listing with up to two variations, of which each is sold, in one row. Its number of pieces is that of all. */
export const etsyTable = (headers: string[]): ForeignTable =>
  foreignTable(headers, {
    fields: FIELDS.etsy,
    isRead: (name) =>
      /^(title|description|price|currency_code|quantity|materials|image\d+|variation [12] (type|name|values)|sku)$/.test(
        name,
      ),
    read(says) {
      const options = [1, 2].flatMap((number) => {
        const values = listed(says(`variation ${number} values`), ",");
        return values.length > 0 ? [{ name: says(`variation ${number} name`), values }] : [];
      });
      const name = decodeEntities(says("title"));
      return {
        handle: handleOfName(name),
        name,
        description: says("description"),
        materials: listed(says("materials"), ",").join(", "),
        currency: says("currency_code"),
        price: says("price"),
        ...optionCells(options),
        // The SKUs of several variations are in no order that the file states.
        ...(options.length === 0 ? { sku: says("sku") } : { skusOfAll: says("sku") }),
        stock: options.length > 0 && Number(says("quantity")) > 0 ? "parent" : says("quantity"),
        picture: Array.from({ length: 20 }, (_, place) => says(`image${place + 1}`))
          .filter(Boolean)
          .join("\n"),
      };
    },
  });

/** BigCommerce's older export: rows of products, of SKUs, and of rules that change the price of a SKU. */
export function bigCommerceTable(headers: string[]): NotedTable {
  const [withSkus, rules] = [new Set<number>(), new Map<string, string>()];
  const handles = handlesByName();
  let [seen, at, handle] = [0, 0, ""];
  let parent = { price: Number.NaN, cost: "", sale: "" };
  const kindOf = (says: Says) => says("item type").toLowerCase();
  const isRead =
    /^(item type|product (id|name|type|code\/sku|description|visible\?|warranty|upc\/ean|url|custom fields|image (id|file|description|is thumbnail|sort) - \d)|price|cost price|retail price|sale price|track inventory|current stock level|low stock level|category|page title|meta description)$/;
  return noted(headers, FIELDS.bigCommerce, isRead, {
    note(says) {
      if (kindOf(says) === "product") seen += 1;
      else if (kindOf(says) === "sku") withSkus.add(seen);
      else if (kindOf(says) === "rule") rules.set(says("product code/sku"), says("price"));
    },
    read(says) {
      if (kindOf(says) === "sku") {
        const sku = says("product code/sku");
        return {
          handle,
          ...optionsOf(bigOptions(says("product name"))),
          sku,
          barcode: says("product upc/ean"),
          price: amount(changedBy(parent.price, rules.get(sku))) || rules.get(sku) || "",
          cost: parent.cost,
          salePrice: parent.sale,
          stock: says("current stock level"),
          tracker: "yes",
        };
      }
      if (kindOf(says) === "rule") {
        const isTaken = says("product code/sku") !== "" && Number.isFinite(changedBy(0, says("price")));
        // A rule for no single SKU is asked about by its price.
        return { handle, rowKind: ABOUT_PRODUCT, ...(!isTaken && { price: says("price") }) };
      }
      at += 1;
      parent = {
        price: Number(says("price")),
        cost: unlessZero(says("cost price")),
        sale: unlessZero(says("sale price")),
      };
      handle = handles(says("product id"), says("product name"));
      return {
        handle,
        ...bigProduct(says),
        ...(withSkus.has(at) ? { rowKind: ABOUT_PRODUCT } : bigSold(says)),
      };
    },
  });
}

/** Texts and pictures of a product. */
const bigProduct = (says: Says): Cells => ({
  name: says("product name"),
  description: says("product description"),
  attributes: bigAttributes(says("product warranty"), says("product custom fields")),
  ...categoryCells(bigCategories(says("category"))),
  published: answer(says("product visible?")),
  picture: bigPictures(says),
  pictureWords: says("product image description - 1"),
  searchTitle: says("page title"),
  searchWords: says("meta description"),
  lowMark: unlessZero(says("low stock level")),
});

/** Cells of a product without SKUs of its own. */
function bigSold(says: Says): Cells {
  const prices = bigPrices(says, "track inventory");
  return {
    sku: says("product code/sku"),
    barcode: says("product upc/ean"),
    ...prices,
    stock: prices.tracker === "no" ? "" : says("current stock level"),
  };
}

/** Prices, and whether pieces are counted; `tracking` is the column that says so. */
const bigPrices = (says: Says, tracking: string): Cells => ({
  ...withFormer(says("price"), unlessZero(says("retail price")), unlessZero(says("sale price"))),
  cost: unlessZero(says("cost price")),
  tracker: /none/i.test(says(tracking)) ? "no" : "yes",
});

/** Categories such as Shop All;Men/Hoodies, without the one of everything. */
const bigCategories = (cell: string): string[] =>
  listed(cell, ";")
    .filter((each) => !/^shop all$/i.test(each))
    .map((each) => path(each, "/"));

const bigPictures = (says: Says): string =>
  Array.from({ length: 9 }, (_, place) => says(`product image file - ${place + 1}`))
    .filter(Boolean)
    .join("\n");

/** The warranty, and custom fields such as "Fabric=14 oz fleece";"Palm=Kevlar", each a line. */
const bigAttributes = (warranty: string, fields: string): string =>
  [
    ...(warranty ? [`Warranty: ${warranty}`] : []),
    ...listed(fields, ";").map((each) => each.replaceAll('"', "").replace("=", ": ")),
  ].join("\n");

/** Options such as [S]Size=Small,[CS]Color=Ash:#B2B2B2. */
const bigOptions = (cell: string): [string, string][] =>
  listed(cell, /,(?=\[[A-Z]{1,3}\])/).map((each) => {
    const [, name = "", value = ""] = /^\[[A-Z]{1,3}\]([^=]*)=(.*)$/.exec(each) ?? [];
    return [name, value.replace(/:#[\da-f]{3,6}(?:\|#[\da-f]{3,6})*$/i, "")];
  });

/** A price after a rule such as [ADD]5; NaN for one that says no amount. */
function changedBy(price: number, rule = "[ADD]0"): number {
  const [, way = "", by = ""] = /^\[(ADD|REMOVE|FIXED)\](\d+(?:\.\d+)?)$/.exec(rule) ?? [];
  if (way === "FIXED") return Number(by);
  return way === "" ? Number.NaN : price + (way === "ADD" ? 1 : -1) * Number(by);
}

/** BigCommerce's present export: rows of products, variants, pictures and films. */
export function newBigCommerceTable(headers: string[]): NotedTable {
  const withVariants = new Set<number>();
  let [seen, at, handle] = [0, 0, ""];
  const handles = handlesByName();
  const kindOf = (says: Says) => says("item").toLowerCase();
  const isRead =
    /^(item|id|name|type|sku|options|inventory tracking|current stock|low stock|price|cost price|retail price|sale price|description|custom fields|page title|product url|meta description|upc\/ean|is visible|warranty|variant image url|internal image url \(export\)|image url \(import\)|image description|image is thumbnail|image sort order)$/;
  return noted(headers, FIELDS.bigCommerce, isRead, {
    note(says) {
      if (kindOf(says) === "product") seen += 1;
      else if (kindOf(says) === "variant") withVariants.add(seen);
    },
    read(says) {
      const sold: Cells = {
        sku: says("sku"),
        barcode: says("upc/ean"),
        ...bigPrices(says, "inventory tracking"),
        stock: says("current stock"),
      };
      if (kindOf(says) === "variant")
        return { handle, ...optionsOf(namedValues(says("options"))), ...sold, pairPicture: says("variant image url") };
      if (kindOf(says) !== "product")
        return {
          handle,
          rowKind: OF_PICTURE,
          picture: says("internal image url (export)") || says("image url (import)"),
          pictureWords: says("image description"),
        };
      at += 1;
      handle = handles(says("id"), says("name"));
      return {
        handle,
        name: says("name"),
        description: says("description"),
        attributes: bigAttributes(says("warranty"), says("custom fields")),
        published: answer(says("is visible")),
        searchTitle: says("page title"),
        searchWords: says("meta description"),
        lowMark: unlessZero(says("low stock")),
        ...(withVariants.has(at) ? { rowKind: ABOUT_PRODUCT } : sold),
      };
    },
  });
}

/** Options such as Type=Rectangle|Name=Size|Value=M, one after the other. */
const namedValues = (cell: string): [string, string][] =>
  listed(cell, /(?=Type=)/).flatMap((each): [string, string][] => {
    const [name, value] = ["Name=", "Value="].map((key) =>
      each
        .split("|")
        .find((part) => part.startsWith(key))
        ?.slice(key.length),
    );
    return name && value ? [[name, value.trim()]] : [];
  });

/** Ecwid's export: rows of products, of their options, and of variations. */
export function ecwidTable(headers: string[]): NotedTable {
  const withVariations = new Set<string>();
  const handles = handlesByName();
  const named = new Map<string, { name: string; cost: string; before: string }>();
  const own = headers
    .map((header) => header.trim())
    .flatMap((header) => /^product_variation_option_\{(.+)\}$/i.exec(header)?.[1] ?? []);
  const kindOf = (says: Says) => says("type").toLowerCase();
  const isRead =
    /^(type|product_(internal_id|sku|name|price|compare_to_price|cost_price|is_inventory_tracked|quantity|low_stock_notification_quantity|is_available|description|media_main_image_(url|alt)|upc|seo_(title|description)|category_1|option_(name|type|value|markup)|variation_(sku|quantity|price|option_\{.+\})))$/;
  return noted(headers, FIELDS.ecwid, isRead, {
    note(says) {
      if (kindOf(says) === "product")
        named.set(says("product_internal_id"), {
          name: says("product_name"),
          cost: says("product_cost_price"),
          before: says("product_compare_to_price"),
        });
      if (kindOf(says) === "product_variation") withVariations.add(says("product_internal_id"));
    },
    read(says) {
      const id = says("product_internal_id");
      const handle = handles(id, named.get(id)?.name ?? id);
      if (kindOf(says) === "product_variation")
        return {
          handle,
          ...optionsOf([
            ...own.map((name): [string, string] => [name, says(`product_variation_option_{${name.toLowerCase()}}`)]),
            [says("product_option_name").replaceAll(/[{}]/g, ""), says("product_option_value")],
          ]),
          sku: says("product_variation_sku"),
          price: says("product_variation_price"),
          compareAt: named.get(id)?.before ?? "",
          cost: named.get(id)?.cost ?? "",
          stock: says("product_variation_quantity"),
          tracker: says("product_variation_quantity") === "" ? "no" : "yes",
        };
      if (kindOf(says) !== "product") return { handle, rowKind: ABOUT_PRODUCT };
      return {
        handle,
        ...ecwidProduct(says),
        ...(withVariations.has(id)
          ? { rowKind: ABOUT_PRODUCT }
          : {
              sku: says("product_sku"),
              barcode: says("product_upc"),
              price: says("product_price"),
              compareAt: says("product_compare_to_price"),
              cost: says("product_cost_price"),
              stock: says("product_quantity"),
              tracker: answer(says("product_is_inventory_tracked")),
            }),
      };
    },
  });
}

/** Texts and picture of a product. */
const ecwidProduct = (says: Says): Cells => ({
  name: says("product_name"),
  description: says("product_description"),
  ...categoryCells([path(says("product_category_1"), "/")]),
  published: answer(says("product_is_available")),
  picture: says("product_media_main_image_url"),
  pictureWords: says("product_media_main_image_alt"),
  searchTitle: says("product_seo_title"),
  searchWords: says("product_seo_description"),
  lowMark: says("product_low_stock_notification_quantity"),
});

/** Magento's export: a configurable product names the SKUs and options of its simple ones, which stand before it. */
export function magentoTable(headers: string[]): NotedTable {
  const ofParent = new Map<string, { parent: Cells; options: [string, string][] }>();
  const begun = new Set<string>();
  const isRead =
    /^(sku|product_type|categories|name|description|short_description|product_online|visibility|price|special_price|url_key|meta_title|meta_description|base_image|base_image_label|additional_images|additional_attributes|qty|is_in_stock|configurable_variations|configurable_variation_labels)$/;
  return noted(headers, FIELDS.magento, isRead, {
    note(says) {
      const labels = new Map(pairsIn(says("configurable_variation_labels")));
      for (const each of listed(says("configurable_variations"), "|")) {
        const pairs = pairsIn(each);
        const options = pairs.flatMap(([name, value]): [string, string][] =>
          name === "sku" ? [] : [[labels.get(name) ?? name, value]],
        );
        ofParent.set(pairs.find(([name]) => name === "sku")?.[1] ?? "", { parent: magentoProduct(says), options });
      }
    },
    read(says) {
      const child = ofParent.get(says("sku"));
      const product = child?.parent ?? magentoProduct(says);
      const handle = product.handle ?? "";
      const first = begun.has(handle) ? { handle } : product;
      begun.add(handle);
      if (/configurable|grouped|bundle/i.test(says("product_type"))) return { ...first, rowKind: ABOUT_PRODUCT };
      return {
        ...first,
        ...optionsOf(child?.options ?? []),
        sku: says("sku"),
        price: says("price"),
        salePrice: says("special_price"),
        stock: says("qty"),
        ...(child ? { pairPicture: magentoPictures(says)[0] ?? "" } : {}),
      };
    },
  });
}

const magentoProduct = (says: Says): Cells => ({
  handle: says("url_key") || handleOfName(says("name")),
  name: says("name"),
  description: [says("short_description"), says("description")].filter(Boolean).join("\n\n"),
  attributes: pairsIn(says("additional_attributes"))
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n"),
  ...categoryCells(listed(says("categories"), ",").map((each) => path(each.replace(/^Default Category\//, ""), "/"))),
  published:
    says("product_online") === "2" || /^not visible/i.test(says("visibility")) ? "no" : answer(says("product_online")),
  picture: magentoPictures(says).join("\n"),
  pictureWords: says("base_image_label"),
  searchTitle: says("meta_title"),
  searchWords: says("meta_description"),
});

const magentoPictures = (says: Says): string[] =>
  [says("base_image"), ...listed(says("additional_images"), ",")].filter(Boolean);

/** Pairs such as size=S,color=Black. */
const pairsIn = (cell: string): [string, string][] =>
  listed(cell, /,(?=[\w-]+=)/).flatMap((each): [string, string][] => {
    const at = each.indexOf("=");
    return at > 0 ? [[each.slice(0, at), each.slice(at + 1)]] : [];
  });
