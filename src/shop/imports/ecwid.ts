import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import type { FieldKey } from "./columns";
import { answer, handlesByName, listed, path, picturesInWords, pooled } from "./foreign-cells";
import { type NotedTable, notedTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT } from "./mapped-row";
import { optionCells, optionsOf } from "./option-cells";
import { OF_PARENTS, SEARCH_COLUMNS } from "./parent-columns";

const FIELDS = [
  ...OF_PARENTS,
  "attributes",
  ...CATEGORY_COLUMNS,
  "barcode",
  "compareAt",
  "cost",
  "tracker",
  "lowMark",
  "pictureWords",
  "pairPicture",
  "unread",
  ...SEARCH_COLUMNS,
] as const satisfies FieldKey[];
type Cells = Partial<Record<(typeof FIELDS)[number], string>>;

const READ =
  /^(type|product_(internal_id|sku|name|price|compare_to_price|cost_price|is_inventory_tracked|quantity|low_stock_notification_quantity|is_available|description|subtitle|media_(main|gallery)_image_(url|alt)(_\d+)?|upc|seo_(title|description)|category_\d+|attribute_.+|option_(name|type|value|markup)|variation_(sku|quantity|price|option_.+)))$/;

/** Values of a product that its other rows need. */
interface Known {
  name: string;
  price: string;
  cost: string;
  before: string;
  /** Values of each option of which shoppers choose one, by the option's name. */
  options: Map<string, string[]>;
  /** Names of options of which shoppers choose any number, such as a gift box. */
  extras: Set<string>;
  hasVariations: boolean;
}

const NOTHING = { price: "", cost: "", before: "", hasVariations: false };

/** Ecwid's export: rows of categories, products, their options, and variations, whose columns are named by their options. */
export function ecwidTable(headers: string[]): NotedTable {
  const known = new Map<string, Known>();
  const handles = handlesByName();
  const columns = columnsIn(headers);
  const kindOf = (says: Says) => says("type").toLowerCase();
  const ofRow = (says: Says): Known => {
    const id = says("product_internal_id");
    const before = known.get(id);
    const one = before ?? { ...NOTHING, name: id, options: new Map(), extras: new Set() };
    if (!before) known.set(id, one);
    return one;
  };
  return notedTable(headers, FIELDS, READ, {
    isNone: (says) => kindOf(says) === "category",
    note(says) {
      const one = ofRow(says);
      if (kindOf(says) === "product_variation") one.hasVariations = true;
      else if (kindOf(says) === "product_option") noteOption(says, one);
      else if (kindOf(says) === "product")
        Object.assign(one, {
          name: says("product_name"),
          price: says("product_price"),
          cost: says("product_cost_price"),
          before: says("product_compare_to_price"),
        });
    },
    read(says) {
      const one = ofRow(says);
      const handle = handles(says("product_internal_id"), one.name);
      if (kindOf(says) === "product_variation") return { handle, ...variation(says, one, columns.options) };
      if (kindOf(says) === "product_option") return { handle, rowKind: ABOUT_PRODUCT, unread: unreadChoice(says, one) };
      if (kindOf(says) !== "product") return { handle, rowKind: ABOUT_PRODUCT };
      return {
        handle,
        ...ofProduct(says, columns),
        ...(one.hasVariations ? { rowKind: ABOUT_PRODUCT } : sold(says, one)),
      };
    },
  });
}

/** Notes a value of an option. The first row of an option has its type. */
function noteOption(says: Says, { options, extras }: Known): void {
  const [name, value] = [says("product_option_name"), says("product_option_value")];
  if (/^checkbox$/i.test(says("product_option_type"))) extras.add(name);
  if (!name || !value || extras.has(name)) return;
  const values = options.get(name);
  if (values) values.push(value);
  else options.set(name, [value]);
}

/** Columns whose names have a number, or the name of an option or attribute. */
interface Columns {
  options: string[];
  attributes: string[];
  categories: string[];
  pictures: string[];
}

const columnsIn = (headers: string[]): Columns => {
  const after = (begin: RegExp) => headers.flatMap((header) => begin.exec(header.trim())?.[1] ?? []);
  return {
    options: after(/^product_variation_option_(.+)$/i),
    attributes: after(/^product_attribute_(.+)$/i),
    categories: after(/^product_category_(\d+)$/i),
    pictures: after(/^product_media_gallery_image_url_(\d+)$/i),
  };
};

/** Name of an option, which some files write in braces. */
const named = (option: string): string => option.replaceAll(/[{}]/g, "");

function variation(says: Says, { price, cost, before }: Known, options: string[]): Cells {
  const pieces = says("product_variation_quantity") || says("product_quantity");
  const isCounted = answer(says("product_is_inventory_tracked")) || (pieces === "" ? "no" : "yes");
  return {
    ...optionsOf([
      ...options.map((option): [string, string] => [
        named(option),
        says(`product_variation_option_${option.toLowerCase()}`),
      ]),
      [named(says("product_option_name")), says("product_option_value")],
    ]),
    sku: says("product_variation_sku"),
    barcode: says("product_upc"),
    price: says("product_variation_price") || says("product_price") || price,
    compareAt: says("product_compare_to_price") || before,
    cost: says("product_cost_price") || cost,
    stock: isCounted === "no" ? "" : pieces,
    tracker: isCounted,
    pairPicture: says("product_media_main_image_url"),
  };
}

/** Cells of a product without variations: it is sold in each value of its options, whose pieces are counted together. */
function sold(says: Says, { options }: Known): Cells {
  const pieces = says("product_quantity");
  const tracker = answer(says("product_is_inventory_tracked")) || (pieces === "" ? "" : "yes");
  return {
    ...optionCells([...options].map(([name, values]) => ({ name, values }))),
    sku: says("product_sku"),
    barcode: says("product_upc"),
    price: says("product_price"),
    compareAt: says("product_compare_to_price"),
    cost: says("product_cost_price"),
    stock: tracker === "no" ? "" : options.size > 0 ? pooled(pieces) : pieces,
    tracker,
  };
}

/** An option that shoppers fill in with words, a value of which they choose any number, or one with a price of its own, which variations would state. */
function unreadChoice(says: Says, { hasVariations, extras }: Known): string {
  const [name = "", value = "", markup = ""] = ["name", "value", "markup"].map((part) =>
    says(`product_option_${part}`),
  );
  const isPriced = !hasVariations && markup !== "" && Number(markup) !== 0;
  if (value && !isPriced && !extras.has(name)) return "";
  return [name, value, isPriced ? `(${markup})` : ""].filter(Boolean).join(" ");
}

/** Texts and pictures of a product. */
function ofProduct(says: Says, { attributes, categories, pictures }: Columns): Cells {
  const shown = [
    { url: says("product_media_main_image_url"), words: says("product_media_main_image_alt") },
    ...pictures.map((number) => ({
      url: says(`product_media_gallery_image_url_${number}`),
      words: says(`product_media_gallery_image_alt_${number}`),
    })),
  ].filter(({ url }) => url !== "");
  return {
    name: says("product_name"),
    description: listed(`${says("product_subtitle")}\n\n${says("product_description")}`, "\n\n").join("\n\n"),
    attributes: attributes
      .map((name) => [name, says(`product_attribute_${name.toLowerCase()}`)] as const)
      .flatMap(([name, value]) => (value ? [`${name}: ${value.replaceAll(/\s+/g, " ")}`] : []))
      .join("\n"),
    ...categoryCells(categories.map((number) => path(says(`product_category_${number}`), "/"))),
    published: answer(says("product_is_available")),
    picture: shown.map(({ url }) => url).join("\n"),
    pictureWords: picturesInWords(
      shown.map(({ words }) => words),
      says("product_name"),
    ),
    searchTitle: says("product_seo_title"),
    searchWords: says("product_seo_description"),
    lowMark: says("product_low_stock_notification_quantity"),
  };
}
