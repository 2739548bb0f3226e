import { decodeEntities } from "~/platform/html-tag";
import { handleOfName } from "~/shop/catalog/product";
import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import type { FieldKey } from "./columns";
import { amount, answer, handlesByName, listed, numberIn, path, pooled } from "./foreign-cells";
import { foreignTable, type ForeignTable, type NotedTable, notedTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT, OF_PICTURE, SWITCHED_OFF } from "./mapped-row";
import { nameOfColors, optionCells, optionsOf } from "./option-cells";
import { OF_PARENTS as ALL, SEARCH_COLUMNS as SEARCH } from "./parent-columns";

// Exports in which a product has a row of its own, and its variants, pictures or options have others.

const FIELDS = {
  wix: [
    ...ALL,
    "attributes",
    ...CATEGORY_COLUMNS,
    "swatch",
    "barcode",
    "salePrice",
    "compareAt",
    "cost",
    "tracker",
    "pictureWords",
  ],
  etsy: [...ALL, "skusOfAll", "materials", "currency"],
  magento: [...ALL, "attributes", ...CATEGORY_COLUMNS, "salePrice", "pictureWords", "pairPicture", ...SEARCH],
} as const satisfies Record<string, FieldKey[]>;
type Field = (typeof FIELDS)[keyof typeof FIELDS][number];
type Cells = Partial<Record<Field, string>>;

/** The product above the rows of its variants. */
interface WixParent {
  handle: string;
  price: string;
  cost: string;
  sale(price: string): string;
}

/** Wix's export, in its form with an id of each product and in the later one with handles. */
export function wixTable(headers: string[]): NotedTable {
  const withVariants = new Set<string>();
  const handles = handlesByName();
  let parent: WixParent | undefined;
  const idOf = (says: Says) => says("handleid") || says("handle");
  const kindOf = (says: Says) => says("fieldtype").toLowerCase();
  const isRead =
    /^(handleid|handle|fieldtype|name|description|plaindescription|productimageurl|media|mediaalttext|collection|sku|barcode|price|strikethroughprice|surcharge|visible|discount(mode|value)|inventory|cost|productoption(name|type|description|choices)\[?\d\]?|additionalinfo(title|description)\d)$/;
  return notedTable(headers, FIELDS.wix, isRead, {
    note(says) {
      if (kindOf(says) === "variant") withVariants.add(idOf(says));
    },
    read(says) {
      const id = idOf(says);
      if (kindOf(says) === "variant") return wixVariant(says, parent, id);
      const handle = says("handle") || handles(id, says("name"));
      if (kindOf(says) === "media")
        return { handle, picture: wixPictures(says), pictureWords: says("mediaalttext"), rowKind: OF_PICTURE };
      const sale = wixSale(says);
      parent = { handle, price: says("price"), cost: says("cost"), sale };
      const options = wixOptions(says);
      const isShared = options.length > 0 && !withVariants.has(id);
      return {
        handle,
        name: says("name"),
        description: says("plaindescription") || says("description"),
        attributes: [1, 2, 3, 4, 5, 6]
          .map((number) => [says(`additionalinfotitle${number}`), says(`additionalinfodescription${number}`)] as const)
          .flatMap(([title, text]) => (text ? [`${title}: ${entriesIn(text)}`] : []))
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
              ...wixPrices(says, says("price"), sale),
              ...wixStock(isShared ? pooled(says("inventory")) : says("inventory")),
            }),
      };
    },
  });
}

function wixVariant(says: Says, parent: WixParent | undefined, id: string): Cells {
  const handle = says("handle") || (parent?.handle ?? id);
  if (answer(says("visible")) === "no") return { handle, rowKind: SWITCHED_OFF };
  const options = wixOptions(says);
  const price = says("price") || raised(parent?.price ?? "", says("surcharge"));
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

/** A price with a surcharge; both as they stand where they are no plain numbers, so that the row asks for an amount. */
function raised(price: string, surcharge: string): string {
  if (surcharge === "" || Number(surcharge) === 0) return price;
  return amount(numberIn(price) + numberIn(surcharge)) || `${price} + ${surcharge}`;
}

const wixPrices = (says: Says, price: string, sale: (price: string) => string): Cells => ({
  price,
  salePrice: sale(price),
  compareAt: says("strikethroughprice"),
  cost: says("cost"),
});

/** The sale price that a discount makes of a price; empty without one, and both where they are no plain numbers. */
function wixSale(says: Says): (price: string) => string {
  const [mode, discount] = [says("discountmode").toUpperCase(), says("discountvalue")];
  if (discount === "" || Number(discount) === 0) return () => "";
  const by = numberIn(discount);
  return (price) =>
    price &&
    (amount(mode === "PERCENT" ? numberIn(price) * (1 - by / 100) : numberIn(price) - by) || `${price} - ${discount}`);
}

/** Text of a section in one line, its paragraphs and entries parted. */
const entriesIn = (html: string): string =>
  listed(html.replaceAll(/<\/(?:p|div|li|h\d|tr)>|<br[^<>]*>/gi, "\n").replaceAll(/<[^<>]*>/g, " "), "\n")
    .map((entry) => decodeEntities(entry).replaceAll(/\s+/g, " "))
    .join("; ");

/** A color such as rgb(0, 0, 255) as #0000ff; others as they are. */
const asHex = (color: string): string =>
  color.startsWith("#") || color === ""
    ? color
    : `#${[...color.matchAll(/\d+/g)]
        .slice(0, 3)
        .map(([part]) => Math.min(Number(part), 255).toString(16).padStart(2, "0"))
        .join("")}`;

/** Options with their values; a color's is written as #0000ff:Navy or rgb(0,0,255):Navy. */
const wixOptions = (says: Says) =>
  [1, 2, 3, 4, 5, 6].flatMap((number) => {
    const name = says(`productoptionname${number}`) || says(`productoptionname[${number}]`);
    const values = says(`productoptiondescription${number}`) || says(`productoptionchoices[${number}]`);
    if (name === "") return [];
    const choices = listed(values, ";").map((each) => {
      const [, swatch = "", word = each] = /^(#[\da-f]{6}|rgba?\([\d.,\s]{5,30}\)):(.*)$/i.exec(each) ?? [];
      return { word: word || each, swatch: asHex(swatch) };
    });
    return [{ name: choices.some(({ swatch }) => swatch) ? nameOfColors(name) : name, values: choices }];
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
export function etsyTable(headers: string[]): ForeignTable {
  const handles = handlesByName();
  return foreignTable(headers, {
    fields: FIELDS.etsy,
    isRead: (name) =>
      /^(title|description|price|currency_code|quantity|materials|image\d+|variation [12] (type|name|values)|sku)$/.test(
        name,
      ),
    read(says) {
      const options = [1, 2].flatMap((number) => {
        const values = listed(says(`variation ${number} values`), ",").map(decodeEntities);
        return values.length > 0 ? [{ name: decodeEntities(says(`variation ${number} name`)), values }] : [];
      });
      const name = decodeEntities(says("title"));
      return {
        // Each row is a listing of its own, whatever its title.
        handle: handles("", name),
        name,
        description: says("description"),
        materials: listed(says("materials"), ",").join(", "),
        currency: says("currency_code"),
        price: says("price"),
        ...optionCells(options),
        // The SKUs of several variations are in no order that the file states.
        ...(options.length === 0 ? { sku: says("sku") } : { skusOfAll: says("sku") }),
        stock: options.length > 0 ? pooled(says("quantity")) : says("quantity"),
        picture: Array.from({ length: 20 }, (_, place) => says(`image${place + 1}`))
          .filter(Boolean)
          .join("\n"),
      };
    },
  });
}

/** Magento's export: a configurable product names the SKUs and options of its simple ones, which stand before it. */
export function magentoTable(headers: string[]): NotedTable {
  const ofParent = new Map<string, { parent: Cells; options: [string, string][] }>();
  const begun = new Set<string>();
  const isRead =
    /^(sku|product_type|categories|name|description|short_description|product_online|visibility|price|special_price|url_key|meta_title|meta_description|base_image|base_image_label|additional_images|additional_attributes|qty|is_in_stock|configurable_variations|configurable_variation_labels)$/;
  return notedTable(headers, FIELDS.magento, isRead, {
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
