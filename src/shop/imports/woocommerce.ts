import { decodeEntities, hasHtml } from "~/platform/html-tag";
import { handleOfName } from "~/shop/catalog/product";
import { type FieldKey, FIELDS, plain } from "./columns";
import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import { pooled } from "./foreign-cells";
import { bySaid, foreignTable, type ForeignTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT, SWITCHED_OFF } from "./mapped-row";
import { OPTION_COLUMNS, optionCells } from "./option-cells";

const OURS = [
  "handle",
  "rowKind",
  "name",
  "description",
  "attributes",
  "hiddenAttributes",
  "countryOfOrigin",
  "searchTitle",
  "searchWords",
  ...CATEGORY_COLUMNS,
  "published",
  "needsShipping",
  ...OPTION_COLUMNS,
  "sku",
  "barcode",
  "price",
  "salePrice",
  "saleFrom",
  "saleUntil",
  "stock",
  "tracker",
  "backorders",
  "weight",
  "lowMark",
  "picture",
  "pairPicture",
] as const satisfies FieldKey[];
type Ours = (typeof OURS)[number];

/** Pattern of the columns that are read; other columns are appended to the table and reported as ignored. */
const READ =
  /^(id|type|sku|name|published|visibility in catalog|short description|description|in stock\?|manage stock\?|stock|low stock amount|backorders allowed\?|weight \(.*\)|sale price|date sale price (starts|ends)|regular price|categories|images|parent|meta: (_yoast_wpseo_(title|metadesc)|rank_math_(title|description))|attribute \d+ (name|value\(s\)|visible))$/;
/** WooCommerce's own barcode column; older exports have columns of plug-ins with shorter names. */
const OWN_BARCODES = "gtin, upc, ean, or isbn";
const BARCODES = [OWN_BARCODES, ...FIELDS.barcode.names, plain(FIELDS.barcode.label)];
const COUNTRIES: readonly string[] = [plain(FIELDS.countryOfOrigin.label), ...FIELDS.countryOfOrigin.names];

interface WooProduct {
  sku: string;
  /** References that variations may use: `id:` with the product's id, and its SKU; without both, `name:` with its handle. */
  refs: string[];
  /** `plain` is the handle made from the product's name; `withId` adds its WooCommerce id or SKU, so that it is unique. */
  plain: string;
  withId: string;
}

/** Reads a product from the row that is about the product itself. */
function productIn(says: Says): WooProduct {
  const [id, sku] = [says("id"), says("sku")];
  const name = handleOfName(inOneLine(says("name"))) || `product-${id || handleOfName(sku)}`;
  const refs = [id && `id:${id}`, sku].filter(Boolean);
  const own = id || handleOfName(sku);
  return { sku, refs: refs.length > 0 ? refs : [`name:${name}`], plain: name, withId: own ? `${name}-${own}` : name };
}

/** Products of the shop that a WooCommerce file may refer to. */
export interface GoodsInShop {
  /** Handle, or id without a handle, of the product that has a SKU. */
  bySku: ReadonlyMap<string, string>;
  /** SKUs of the product that has a handle. */
  byHandle: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Collects the products of a file in a first pass, in order to find their handles in the shop. */
export function wooHandles(headers: string[]) {
  const read = bySaid(headers);
  const all: WooProduct[] = [];
  const ofVariations = new Map<string, string[]>();
  const counting = new Set<string>();
  const attributes = new Map<string, Attributes>();
  const varying = new Map<string, string[]>();
  const numbers = attributeNumbers(headers);
  const owners = new Map<string, number>();
  // A variation whose parent reference fits several products belongs to none of them.
  const variationsOf = (ref: string): string[] => (owners.get(ref) === 1 ? (ofVariations.get(ref) ?? []) : []);
  const skusOf = ({ sku, refs }: WooProduct): string[] => [sku, ...refs.flatMap(variationsOf)].filter(Boolean);
  return {
    note(cells: string[]): void {
      const says = read(cells);
      const parent = says("parent");
      if (isVariation(says)) {
        const skus = ofVariations.get(parent) ?? [];
        skus.push(says("sku"));
        ofVariations.set(parent, skus);
        varying.set(parent, [...new Set([...(varying.get(parent) ?? []), ...attributesIn(says, numbers).keys()])]);
        return;
      }
      const product = productIn(says);
      for (const ref of product.refs) {
        attributes.set(ref, attributesIn(says, numbers));
        owners.set(ref, (owners.get(ref) ?? 0) + 1);
      }
      if (countsPieces(says)) for (const ref of product.refs) counting.add(ref);
      all.push(product);
    },
    /** SKUs and handles to look up in the shop. */
    wanted: () => ({ skus: all.flatMap(skusOf), handles: all.flatMap(({ plain: name, withId }) => [name, withId]) }),
    /** Handle of each product by the references that variations use. */
    byRef: (shop: GoodsInShop) => handlesByRef(all, skusOf, shop),
    /** References of products whose stock is counted for all variations together. */
    counting: counting as ReadonlySet<string>,
    /** Attributes of each product, by the references that variations use. */
    attributes: attributes as ReadonlyMap<string, Attributes>,
    /** Names of the attributes in which a product's variations differ, in lower case, by the same references. */
    varying: varying as ReadonlyMap<string, readonly string[]>,
  };
}

/** An attribute of a row, with its values; variations have one value, or none for any value of their product. */
interface Attribute {
  name: string;
  values: string[];
  /** False if the other shop does not show it on the product's page. */
  isShown: boolean;
}
/** Attributes by their name in lower case. */
type Attributes = ReadonlyMap<string, Attribute>;

/** All attributes of a row, in the order of the columns with the numbers `numbers`. */
const attributesIn = (says: Says, numbers: readonly string[]): Attributes =>
  new Map(
    numbers.flatMap((number) => {
      const name = inOneLine(says(`attribute ${number} name`));
      const values = valuesIn(says(`attribute ${number} value(s)`));
      const isShown = says(`attribute ${number} visible`) !== "0";
      return name === "" ? [] : [[plain(name), { name, values, isShown }] as const];
    }),
  );

/** Numbers of the columns of attributes, such as 1 in "Attribute 1 name". */
const attributeNumbers = (headers: string[]): string[] =>
  headers.flatMap((header) => /^attribute (\d+) name$/.exec(plain(header))?.[1] ?? []);

/**
 * Assigns a handle to each product. A product with a SKU of the shop gets the handle of that product. Another one gets the handle
 * made from its name, or from name and id if the name is taken, so that handles do not depend on the order of rows.
 */
function handlesByRef(
  all: WooProduct[],
  skusOf: (product: WooProduct) => string[],
  { bySku, byHandle }: GoodsInShop,
): ReadonlyMap<string, string> {
  const [byProduct, taken] = [new Map<WooProduct, string>(), new Set<string>()];
  const give = (product: WooProduct, handle: string) => void (byProduct.set(product, handle), taken.add(handle));
  for (const product of all) {
    const found = skusOf(product).flatMap((sku) => bySku.get(sku) ?? []);
    const own = found.find((handle) => !taken.has(handle));
    if (own !== undefined) give(product, own);
  }
  const ofName = Map.groupBy(all, ({ plain: name }) => name);
  const isAnothers = (product: WooProduct) => {
    const [theirs, own] = [byHandle.get(product.plain), skusOf(product)];
    return theirs !== undefined && theirs.size > 0 && own.length > 0 && !own.some((sku) => theirs.has(sku));
  };
  for (const product of all)
    if (!byProduct.has(product)) {
      const { plain: name, withId } = product;
      const isAlone = ofName.get(name)?.length === 1 && !taken.has(name) && !byHandle.has(withId);
      give(product, isAlone && !isAnothers(product) ? name : withId);
    }
  const ofRef = Map.groupBy(
    [...byProduct].flatMap(([{ refs }, handle]) => refs.map((ref) => ({ ref, handle }))),
    ({ ref }) => ref,
  );
  // A reference that several products share identifies none of them.
  return new Map(
    [...ofRef].flatMap(([ref, [first, ...more]]) => (first && more.length === 0 ? [[ref, first.handle] as const] : [])),
  );
}

const isVariation = (says: Says): boolean => says("type").split(",")[0]?.trim() === "variation";

const countsPieces = (says: Says): boolean =>
  /^-?\d+$/.test(says("stock")) && !["0", "no", "false"].includes(says("manage stock?").toLowerCase());

interface WooProducts {
  handles: ReadonlyMap<string, string>;
  counting: ReadonlySet<string>;
  attributes: ReadonlyMap<string, Attributes>;
  varying: ReadonlyMap<string, readonly string[]>;
}

/**
 * Table that converts rows of a WooCommerce export: rows of products, and rows of variations, which find their product in
 * `products.handles`.
 */
export function wooTable(headers: string[], products: WooProducts): ForeignTable {
  const barcodes = barcodeColumn(headers);
  const columns = { headers, numbers: attributeNumbers(headers) };
  return foreignTable(headers, {
    fields: OURS,
    isRead: (name) => READ.test(name) || name === barcodes || COUNTRIES.includes(name),
    read: (says) => (isVariation(says) ? variation(says, columns, products) : product(says, columns, products)),
  });
}

type Cells = Partial<Record<Ours, string>>;

interface WooColumns {
  headers: string[];
  /** Numbers of the columns of attributes. */
  numbers: string[];
}

function product(says: Says, { headers, numbers }: WooColumns, { handles, varying }: WooProducts): Cells {
  const kinds = says("type").split(",");
  const hasOwnRows = kinds.some((kind) => ["variable", "grouped", "external"].includes(kind.trim()));
  const { refs } = productIn(says);
  const options = new Set(refs.flatMap((ref) => varying.get(ref) ?? []));
  const attributes = [...attributesIn(says, numbers)].filter(
    ([key, { values }]) => values.length > 0 && !options.has(key) && !COUNTRIES.includes(key),
  );
  const [shown, hidden] = [
    attributes.filter(([, { isShown }]) => isShown),
    attributes.filter(([, { isShown }]) => !isShown),
  ];
  return {
    handle: handles.get(refs[0] ?? "") ?? "",
    name: inOneLine(says("name").replaceAll("\\,", ",")),
    description: described(says),
    attributes: shown.map(([, attribute]) => attributeLine(attribute)).join("\n"),
    hiddenAttributes: hidden.map(([, attribute]) => attributeLine(attribute)).join("\n"),
    countryOfOrigin: countryOf(says, numbers),
    searchTitle: texts(says("meta: _yoast_wpseo_title") || says("meta: rank_math_title")),
    searchWords: texts(says("meta: _yoast_wpseo_metadesc") || says("meta: rank_math_description")),
    ...categoryCells(valuesIn(says("categories"))),
    published: isFound(says),
    lowMark: says("low stock amount"),
    needsShipping: kinds.some((kind) => ["virtual", "downloadable"].includes(kind.trim())) ? "no" : "",
    picture: pictures(says).join("\n"),
    ...(hasOwnRows
      ? { rowKind: ABOUT_PRODUCT, weight: weight(says, headers), price: says("regular price") }
      : sold(says, headers)),
  };
}

const attributeLine = ({ name, values }: Attribute): string => `${name}: ${values.join(", ")}`;

/** Whether shoppers of the other shop find a product: it is published, and neither private nor hidden. Empty if the file does not say. */
function isFound(says: Says): string {
  const [published, visibility] = [says("published"), says("visibility in catalog").toLowerCase()];
  if (visibility === "hidden") return "no";
  return published === "" ? "" : published === "1" ? "yes" : "no";
}

/** Short description and description; empty lines divide paragraphs beside tags, too. */
function described(says: Says): string {
  const [short, long] = [texts(says("short description")), texts(says("description"))];
  const parts = [long.includes(short) ? "" : short, long].filter(Boolean);
  // The lines of one part are kept, too, if only the other one has tags or character references.
  return (parts.some(hasHtml) ? parts.map(paragraphs) : parts).join("\n\n");
}

const BLOCK = String.raw`<\/?(?:p|div|ul|ol|li|table|t[rdh]|thead|tbody|h\d|dl|dt|dd|blockquote|br|hr)\b[^<>]{0,300}>`;
/** A line end that is not beside a block, whose own tags end the line. */
const LINE_END = new RegExp(String.raw`(?<!${BLOCK}[^\S\n]{0,20})\n(?!\s{0,20}${BLOCK})`, "gi");

/** Marks the line ends of a text with tags as WordPress does: empty lines divide paragraphs, others end a line. */
const paragraphs = (text: string): string =>
  `<p>${text
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/\n[^\S\n]*\n\s*/g, "<p>")
    .replaceAll(LINE_END, "<br>")}</p>`;

function variation(
  says: Says,
  { headers, numbers }: WooColumns,
  { handles, counting, attributes, varying }: WooProducts,
): Cells {
  const parent = says("parent");
  const handle = handles.get(parent) ?? "";
  // Variations of a draft have -1, whether they are enabled or not.
  if (says("published") === "0") return { handle, rowKind: SWITCHED_OFF };
  const [ofParent, own] = [attributes.get(parent), attributesIn(says, numbers)];
  // A variation without a value for an attribute is for any value of the product's.
  const options = (varying.get(parent) ?? []).map((key) => {
    const attribute = own.get(key);
    const values = attribute?.values.length ? [attribute.values.join(", ")] : (ofParent?.get(key)?.values ?? []);
    return {
      name: ofParent?.get(key)?.name ?? attribute?.name ?? key,
      values,
      isOfAny: !attribute?.values.length && values.length > 1,
    };
  });
  const cells = sold(says, headers, counting.has(parent));
  const [ownPicture = "", ...others] = pictures(says);
  return {
    handle,
    description: described(says),
    ...optionCells(options),
    ...cells,
    // One number for several variants: their stock is counted for all of them together.
    ...(options.some(({ isOfAny }) => isOfAny) && { stock: pooled(cells.stock ?? "") }),
    lowMark: says("low stock amount"),
    needsShipping: /virtual|downloadable/.test(says("type")) ? "no" : "",
    pairPicture: ownPicture,
    picture: others.join("\n"),
  };
}

/** Addresses of a row's pictures; a comma within an address has a backslash before it. */
const pictures = (says: Says): string[] =>
  says("images")
    .split(/(?<!\\),\s+|(?<!\\),(?=https?:)/)
    .map((address) => address.replaceAll("\\,", ","))
    .filter(Boolean);

/** Cells of a row that can be bought: a product without variations, or a variation. */
const sold = (says: Says, headers: string[], isPooled = false): Cells => ({
  sku: says("sku"),
  barcode: says(barcodeColumn(headers)),
  price: says("regular price"),
  salePrice: says("sale price"),
  saleFrom: says("date sale price starts"),
  saleUntil: says("date sale price ends"),
  ...pieces(says, isPooled),
  backorders: says("backorders allowed?"),
  weight: weight(says, headers),
});

/**
 * Stock and tracker cells of a row. Without a number the stock is unlimited, except that a sold-out row has 0 pieces. Exports
 * without the column "Manage stock?" have empty numbers for unmanaged stock, and some also for stock counted at the product.
 */
function pieces(says: Says, isPooled: boolean): Pick<Cells, "stock" | "tracker"> {
  const managed = says("manage stock?").toLowerCase();
  const stock = says("stock") || (managed === "parent" ? managed : "");
  if (stock === "" && says("in stock?") === "0") return { stock: "0", tracker: "yes" };
  if (stock === "" && isPooled) return { stock, tracker: "yes" };
  return { stock, tracker: managed || (stock === "" ? "no" : "yes") };
}

/** Country of a product: of a plug-in's column, or of an attribute with that name. */
const countryOf = (says: Says, numbers: readonly string[]): string =>
  COUNTRIES.map(says).find((text) => text !== "") ??
  [...attributesIn(says, numbers)].find(([key]) => COUNTRIES.includes(key))?.[1].values[0] ??
  "";

/** Barcode column to read; further barcode columns are ignored with a note. */
function barcodeColumn(headers: string[]): string {
  const names = new Set(headers.map(plain));
  return BARCODES.find((name) => names.has(name)) ?? OWN_BARCODES;
}

/** Weight with the unit that its column's name states. */
function weight(says: Says, headers: string[]): string {
  const name = headers.map(plain).find((header) => header.startsWith("weight (")) ?? "";
  const text = says(name);
  return text === "" ? "" : `${text} ${/^[^(]*\((.*)\)/.exec(name)?.[1] ?? ""}`.trim();
}

/** Undoes the escapes of a text: \\n is a line end, and \\\\n the two characters themselves. */
const texts = (text: string): string =>
  text.replaceAll(/(\\?)\\n/g, (_, escaped: string) => (escaped ? "\\n" : "\n")).replaceAll("\\,", ",");

/** Text of a cell in one line, with its character references replaced. */
const inOneLine = (text: string): string => decodeEntities(texts(text)).replaceAll(/\s+/g, " ").trim();

/** A value of a list: in quotation marks, or up to a comma without a backslash before it. */
const VALUE = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|((?:\\,|[^,])*))(?:,|$)/gy;

/** Values of a cell that are divided by commas. */
const valuesIn = (cell: string): string[] =>
  [...cell.matchAll(VALUE)]
    .map(([, quoted, bare = ""]) => inOneLine((quoted?.replaceAll('""', '"') ?? bare).replaceAll("\\,", ",")))
    .filter(Boolean);
