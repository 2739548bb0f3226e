import { namesInOtherLanguages } from "./column-names-in-other-languages";

/** Program that exported a file, recognized by the column names. */
export type Dialect = "own" | "shopify" | "woocommerce" | "other";

interface Field {
  /** Column name in our own export and label on screen. */
  label: string;
  /** Further names in exports of Shopify, WooCommerce and others, in lower case. */
  names?: string[];
}

/** Fields that a column of a file can contain. */
export const FIELDS = {
  handle: { label: "Handle", names: ["url handle"] },
  name: { label: "Name", names: ["title", "product", "product name"] },
  description: { label: "Description", names: ["body (html)", "body html", "body"] },
  details: { label: "Details" },
  materials: { label: "Materials" },
  care: { label: "Care" },
  fit: { label: "Fit" },
  searchTitle: {
    label: "Search title",
    names: ["seo title", "meta title", "meta: _yoast_wpseo_title", "meta: rank_math_title"],
  },
  searchWords: {
    label: "Search description",
    names: ["seo description", "meta description", "meta: _yoast_wpseo_metadesc", "meta: rank_math_description"],
  },
  category: { label: "Category", names: ["type", "product type"] },
  productCategory: { label: "Product category" },
  kindForTax: { label: "Kind for tax" },
  wornAs: { label: "Worn as" },
  headwear: { label: "Headwear" },
  finalSale: { label: "Final sale" },
  newArrivals: { label: "New arrivals" },
  bestSeller: { label: "Best seller" },
  status: { label: "Status" },
  published: { label: "Published", names: ["published on online store"] },
  color: { label: "Color", names: ["colour"] },
  swatch: { label: "Swatch" },
  size: { label: "Size" },
  option1Name: { label: "Option1 name" },
  option1: { label: "Option1 value" },
  option2Name: { label: "Option2 name" },
  option2: { label: "Option2 value" },
  option3Name: { label: "Option3 name" },
  option3: { label: "Option3 value" },
  sku: { label: "SKU", names: ["variant sku"] },
  barcode: {
    label: "Barcode",
    names: ["variant barcode", "gtin", "gtin, upc, ean, or isbn", "ean", "upc", "isbn"],
  },
  price: { label: "Price", names: ["variant price", "regular price"] },
  compareAt: { label: "Compare-at price", names: ["compare at price", "variant compare at price"] },
  salePrice: { label: "Sale price" },
  saleFrom: { label: "Sale price from", names: ["date sale price starts"] },
  saleUntil: { label: "Sale price until", names: ["date sale price ends"] },
  cost: { label: "Cost", names: ["cost per item"] },
  stock: { label: "Stock", names: ["inventory quantity", "variant inventory qty", "quantity"] },
  exportedStock: { label: "Stock when exported" },
  tracker: {
    label: "Inventory tracker",
    names: ["variant inventory tracker", "manage stock?", "manage stock", "track inventory", "track quantity"],
  },
  shelf: { label: "Shelf" },
  weight: { label: "Weight (grams)", names: ["weight value (grams)", "variant grams"] },
  lowMark: { label: "Few left from", names: ["low mark"] },
  productSku: { label: "Product SKU" },
  sizeGuide: { label: "Size guide" },
  sizeChart: { label: "Size chart picture" },
  goesWith: { label: "Goes with" },
  picture: { label: "Picture", names: ["product image url", "image src"] },
  pictureWords: { label: "Picture words", names: ["image alt text"] },
  // Key kept because stored mappings contain it.
  pairPicture: { label: "Picture of this color and size", names: ["variant image url", "variant image"] },
  rowKind: { label: "Row is about" },
} as const satisfies Record<string, Field>;

export type FieldKey = keyof typeof FIELDS;
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
  fieldKeys.flatMap((key) => {
    const field: Field = FIELDS[key];
    return [field.label.toLowerCase(), ...(field.names ?? [])].map((name) => [name, key] as const);
  }),
);

const byForeignName = new Map(
  Object.entries(namesInOtherLanguages satisfies Partial<Record<FieldKey, string>>).flatMap(([field, names]) =>
    names.split(", ").map((name) => [name, field as FieldKey] as const),
  ),
);

const meaningOf = (header: string): FieldKey | undefined => {
  const name = plain(header);
  return byName.get(name) ?? byForeignName.get(name.replaceAll("\u2019", "'"));
};

/** Whether a column name was recognized only by its translation from another language. */
export const isForeign = (header: string): boolean => !byName.has(plain(header)) && meaningOf(header) !== undefined;

/** Program that exported a file with these columns. */
export function dialectOf(headers: string[]): Dialect {
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

/** Reason why a column is ignored. */
export function whyLeftOut(header: string): string {
  const name = plain(header);
  if (/google|^mpn$|adwords|custom label/.test(name)) return "Google reads the shop's own feed; this is not needed";
  if (/tax|steuer|\btva\b|impuest|impost|belasting|\bbtw\b|podat|moms/.test(name))
    return "taxes go by the kind of goods here";
  if (/^(vendor|tags)$/.test(name)) return "the shop has no place for it";
  if (/gift card|fulfillment|requires shipping|inventory policy|continue selling|unit price|weight unit/.test(name))
    return "the shop works without it";
  if (name === "image position") return "the order of the rows is the order of the pictures";
  return name === "" ? "it has no name" : "the shop does not know it";
}

/** True if no column of a mapping identifies a product. */
export const namesNoProduct = (mapping: Mapping): boolean =>
  !mapping.some((field) => field === "handle" || field === "name" || field === "sku");
