import { namesInOtherLanguages } from "./column-names-in-other-languages";

/** Program that exported a file, recognized by its header. */
export type Dialect = "own" | "shopify" | "woocommerce" | "other";

interface Field {
  /** Label in our own export and on screen. */
  label: string;
  /** Other names in lower case: Shopify's current ones, then older ones. */
  names?: string[];
}

/** Possible meanings of a column. */
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

/** Meaning of each column in order; null for an ignored one. */
export type Mapping = (FieldKey | null)[];

/** Columns that occur only in our own export, or only in Shopify's. */
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

/** Columns that WooCommerce's exports have besides a type and a name, whichever of them were chosen. */
const WOOCOMMERCE = ["regular price", "in stock?", "parent", "visibility in catalog", "attribute 1 name"];

/** Normalized column name, for comparisons. */
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

/** Whether the meaning of a column is guessed from its name in another language. */
export const isForeign = (header: string): boolean => !byName.has(plain(header)) && meaningOf(header) !== undefined;

/** Exporting program of a header. */
export function dialectOf(headers: string[]): Dialect {
  const names = new Set(headers.map(plain));
  if (OWN.every((key) => names.has(FIELDS[key].label.toLowerCase()))) return "own";
  if (names.has("type") && names.has("name") && WOOCOMMERCE.filter((name) => names.has(name)).length > 1)
    return "woocommerce";
  return [...names].some((name) => SHOPIFY.has(name)) ? "shopify" : "other";
}

/** Meanings guessed by column names; of two with one meaning the first counts. */
export function guessMapping(headers: string[]): Mapping {
  const taken = new Set<FieldKey>();
  return headers.map((header) => {
    const field = meaningOf(header);
    if (!field || taken.has(field)) return null;
    taken.add(field);
    return field;
  });
}

/** Columns ignored because an earlier one has their meaning. */
export const doublesIn = (
  headers: string[],
  mapping: Mapping,
): { place: number; header: string; field: string; first: string }[] =>
  headers.flatMap((header, place) => {
    const field = mapping[place] === null ? meaningOf(header) : undefined;
    const first = field ? headers[mapping.indexOf(field)] : undefined;
    return field && first !== undefined ? [{ place, header, field: FIELDS[field].label, first }] : [];
  });

/** Columns that occur only in exports of orders. */
const OF_ORDERS =
  /^(financial status|fulfillment status|lineitem .*|line item .*|order (id|number|no\.?|date|status|total)|sale date|date paid|paid at|buyer( .*)?|(billing|shipping|ship) (name|first name|last name|address.*|street|city|zip|zipcode|postcode|state|phone)|payment method)$/;

/** Whether a header belongs to orders: at least two columns occur nowhere else. */
export const isOfOrders = (headers: string[]): boolean =>
  headers.filter((header) => OF_ORDERS.test(plain(header))).length > 1;

/** Reason why a column is ignored, where known. */
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

/** Whether a mapping has no column that identifies the product. */
export const namesNoProduct = (mapping: Mapping): boolean =>
  !mapping.some((field) => field === "handle" || field === "name" || field === "sku");
