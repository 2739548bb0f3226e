import {
  type ColumnOf,
  type Fields,
  type InFile,
  namesInFile,
  productFields,
  variantFields,
} from "~/shop/catalog/product-fields";
import { namesInOtherLanguages } from "./column-names-in-other-languages";

/** Ways in which files of goods are written that are not converted, recognized by the column names; "other" is any else. */
export type OwnDialect = "own" | "shopify" | "woocommerce" | "other";

interface Column {
  /** Heading in our own export and name on screen. */
  label: string;
  /** Further names in exports of Shopify, WooCommerce and others, in lower case. */
  names: readonly string[];
}

/** Columns that are no field of a product or a variant, each read with the column after which it is listed. */
const BESIDE = {
  attributes: { after: "details", label: "Attributes" },
  hiddenAttributes: { after: "attributes", label: "Hidden attributes" },
  productCategory: { after: "category", label: "Product category" },
  unread: { after: "hiddenAttributes", label: "Choices and prices of the other shop" },
  otherCategories: { after: "productCategory", label: "Other categories" },
  published: { after: "status", label: "Published", names: ["published on online store"] },
  giftCard: { after: "published", label: "Gift card", names: ["gift card?", "is gift card"] },
  needsShipping: {
    after: "giftCard",
    label: "Needs shipping",
    names: ["variant requires shipping", "requires shipping"],
  },
  swatch: { after: "color", label: "Swatch" },
  option1Name: { after: "size", label: "Option1 name", names: ["option name 1"] },
  option1: { after: "option1Name", label: "Option1 value", names: ["option value 1"] },
  option2Name: { after: "option1", label: "Option2 name", names: ["option name 2"] },
  option2: { after: "option2Name", label: "Option2 value", names: ["option value 2"] },
  option3Name: { after: "option2", label: "Option3 name", names: ["option name 3"] },
  option3: { after: "option3Name", label: "Option3 value", names: ["option value 3"] },
  skusOfAll: { after: "sku", label: "SKUs of all sizes" },
  compareAt: { after: "price", label: "Compare-at price", names: ["compare at price", "variant compare at price"] },
  currency: {
    after: "compareAt",
    label: "Currency",
    names: [
      "currency code",
      "currency_code",
      "price currency",
      "währung",
      "devise",
      "moneda",
      "valuta",
      "waluta",
      "moeda",
    ],
  },
  saleFrom: { after: "salePrice", label: "Sale price from", names: ["date sale price starts"] },
  saleUntil: { after: "saleFrom", label: "Sale price until", names: ["date sale price ends"] },
  onSale: { after: "saleUntil", label: "On sale" },
  exportedStock: { after: "stock", label: "Stock when exported" },
  tracker: {
    after: "exportedStock",
    label: "Inventory tracker",
    names: ["variant inventory tracker", "manage stock?", "manage stock", "track inventory", "track quantity"],
  },
  backorders: {
    after: "tracker",
    label: "Sold without stock",
    names: [
      "variant inventory policy",
      "inventory policy",
      "continue selling when out of stock",
      "backorders allowed?",
      "backorders",
    ],
  },
  picture: { after: "goesWith", label: "Picture", names: ["product image url", "image src"] },
  pictureWords: { after: "picture", label: "Picture words", names: ["image alt text"] },
  rowKind: { after: "pairPicture", label: "Row is about" },
} as const satisfies Record<string, { after: string; label: string; names?: readonly string[] }>;

type ProductColumn = ColumnOf<typeof productFields>;
type VariantColumn = ColumnOf<typeof variantFields>;
export type FieldKey = ProductColumn | VariantColumn | keyof typeof BESIDE;

/** Key of a field's column. */
export const columnOf = <F extends Fields, Name extends InFile<F>>(fields: F, name: Name): ColumnOf<F, Name> =>
  (fields[name]?.column ?? name) as ColumnOf<F, Name>;

/** Keys of the columns of all fields that a file has, in order. */
const columnsOf = <F extends Fields>(fields: F): ColumnOf<F>[] =>
  namesInFile(fields).map((name) => columnOf(fields, name));

/** Columns of a product and of a variant, in the order of our own export. */
export const PRODUCT_COLUMNS: readonly ProductColumn[] = columnsOf(productFields);
export const VARIANT_COLUMNS: readonly VariantColumn[] = columnsOf(variantFields);

const byField = <F extends Fields>(fields: F): [FieldKey, Column][] =>
  namesInFile(fields).map((name) => {
    const { heading, names = [] } = fields[name] as F[string];
    return [columnOf(fields, name) as FieldKey, { label: heading ?? "", names }];
  });

/** A list of columns, divided before one of them. */
const dividedAt = (columns: [FieldKey, Column][], key: FieldKey) => {
  const place = columns.findIndex(([each]) => each === key);
  return [columns.slice(0, place), columns.slice(place)] as const;
};

/** Columns, each followed by those that are read with it. */
const withBeside = (columns: [FieldKey, Column][]): [FieldKey, Column][] =>
  columns.flatMap((column) => [
    column,
    ...withBeside(
      Object.entries(BESIDE).flatMap(([key, { after, ...beside }]) =>
        after === column[0] ? [[key as FieldKey, { names: [], ...beside }]] : [],
      ),
    ),
  ]);

/** Columns that a file can have, in the order in which a member chooses them: those of variants before what few files have. */
function allColumns(): Record<FieldKey, Column> {
  const [first, seldom] = dividedAt(byField(productFields), "weight");
  const [ofVariant, picture] = dividedAt(byField(variantFields), "pairPicture");
  return Object.fromEntries(withBeside([...first, ...ofVariant, ...seldom, ...picture])) as Record<FieldKey, Column>;
}
export const FIELDS = allColumns();

export const fieldKeys = Object.keys(FIELDS) as FieldKey[];
export const isField = (text: string): text is FieldKey => Object.hasOwn(FIELDS, text);

/** Field of each column in the order of the file; null for an ignored column. */
export type Mapping = (FieldKey | null)[];

/** Columns that occur only in our own export, by field, and columns that occur only in Shopify's, by name. */
const OWN: FieldKey[] = ["exportedStock", "wornAs", "kindForTax"];
const SHOPIFY = new Set([
  "body (html)",
  "option1 name",
  "option1 value",
  "variant price",
  "compare-at price",
  "published on online store",
  "product image url",
  "image src",
]);

/** Columns of which a WooCommerce export has at least two besides type and name, whichever columns the merchant selected. */
const WOOCOMMERCE = ["regular price", "in stock?", "parent", "visibility in catalog", "attribute 1 name"];

/** Normalizes a column name for comparisons. */
export const plain = (header: string): string =>
  header
    .replace(/^\u{FEFF}/u, "")
    .trim()
    .replace(/\s+/g, " ")
    .toLowerCase();

const byName = new Map<string, FieldKey>(
  fieldKeys.flatMap((key) =>
    [FIELDS[key].label.toLowerCase(), ...FIELDS[key].names].map((name) => [name, key] as const),
  ),
);

const byForeignName = new Map(
  Object.entries(namesInOtherLanguages satisfies Partial<Record<FieldKey, string>>).flatMap(([field, names]) =>
    names.split(", ").map((name) => [name, field as FieldKey] as const),
  ),
);

/** Column of Square for the stock at one of its places. */
const STOCK_OF_PLACE = /^current quantity\b/;

const meaningOf = (header: string): FieldKey | undefined => {
  const name = plain(header);
  if (STOCK_OF_PLACE.test(name)) return "stock";
  return byName.get(name) ?? byForeignName.get(name.replaceAll("\u2019", "'"));
};

/** Whether a column name was recognized only by its translation from another language. */
export const isForeign = (header: string): boolean => !byName.has(plain(header)) && meaningOf(header) !== undefined;

/** Program that exported a file with these columns. */
export function dialectOf(headers: string[]): OwnDialect {
  const names = new Set(headers.map(plain));
  if (OWN.every((key) => names.has(FIELDS[key].label.toLowerCase()))) return "own";
  if (names.has("type") && names.has("name") && WOOCOMMERCE.filter((name) => names.has(name)).length > 1)
    return "woocommerce";
  return [...names].some((name) => SHOPIFY.has(name)) ? "shopify" : "other";
}

/** Guesses fields by column names; of two columns with one field, maps the first. */
export function guessMapping(headers: string[]): Mapping {
  const taken = new Set<FieldKey>();
  return headers.map((header) => {
    const field = meaningOf(header);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Columns that are ignored because an earlier column has the same field. */
export const doublesIn = (
  headers: string[],
  mapping: Mapping,
): { place: number; header: string; field: string; first: string }[] =>
  headers.flatMap((header, place) => {
    const field = mapping[place] === null ? meaningOf(header) : undefined;
    const first = field ? headers[mapping.indexOf(field)] : undefined;
    return field && first !== undefined ? [{ place, header, field: FIELDS[field].label, first }] : [];
  });

/** Pattern of column names that occur only in exports of orders. */
const OF_ORDERS =
  /^(financial status|fulfillment status|lineitem .*|line item .*|order (id|number|no\.?|date|status|total)|sale date|date paid|paid at|buyer( .*)?|(billing|shipping|ship) (name|first name|last name|address.*|street|city|zip|zipcode|postcode|state|phone)|payment method)$/;

/** True if a file is an export of orders: at least two of its columns occur only in such exports. */
export const isOfOrders = (headers: string[]): boolean =>
  headers.filter((header) => OF_ORDERS.test(plain(header))).length > 1;

/** Reason why a column is ignored about which nothing else can be said. */
export const UNKNOWN_COLUMN = "the shop does not know it";
/** Reason why a column is ignored. */
export function whyLeftOut(header: string): string {
  const name = plain(header);
  if (/google|^mpn$|adwords|custom label/.test(name)) return "Google reads the shop's own feed; this is not needed";
  if (
    /\b(tax(es|able|ed)?|vat|\p{L}*steuer\p{L}*|tva|impuestos?|imposto|imposta|belasting\p{L}*|btw|podat\p{L}*|moms)\b/u.test(
      name,
    )
  )
    return "taxes go by the kind of goods here";
  if (/metafields/.test(name)) return "its words become details of a new product, unless they refer to something else";
  if (/^(vendor|brands?|tags)$/.test(name)) return "the shop has no place for it";
  if (/^((product|item|variant) )?(weight|gewicht|poids|peso)$/.test(name))
    return "its unit is not said; write it into the heading, such as Weight (lb), or choose Weight for grams and cells with a unit";
  if (/fulfillment|unit price|weight unit/.test(name)) return "the shop works without it";
  if (/^(current quantity|inventory_)/.test(name)) return "it is the stock of another place; that of the first is read";
  if (name === "image position") return "the order of the rows is the order of the pictures";
  return name === "" ? "it has no name" : UNKNOWN_COLUMN;
}

/** True if no column of a mapping identifies a product. */
export const namesNoProduct = (mapping: Mapping): boolean =>
  !mapping.some((field) => field === "handle" || field === "name" || field === "sku");
