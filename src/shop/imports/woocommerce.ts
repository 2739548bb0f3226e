import { handleOfName } from "~/shop/catalog/product";
import { type FieldKey, FIELDS, plain } from "./columns";
import { bySaid, foreignTable, type ForeignTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT, SWITCHED_OFF } from "./mapped-row";

const OURS = [
  "handle",
  "rowKind",
  "name",
  "description",
  "countryOfOrigin",
  "searchTitle",
  "searchWords",
  "category",
  "published",
  "option1Name",
  "option1",
  "option2Name",
  "option2",
  "option3Name",
  "option3",
  "sku",
  "barcode",
  "price",
  "salePrice",
  "saleFrom",
  "saleUntil",
  "stock",
  "tracker",
  "weight",
  "picture",
  "pairPicture",
] as const satisfies FieldKey[];
type Ours = (typeof OURS)[number];

/** Pattern of the columns that are read; other columns are appended to the table and reported as ignored. */
const READ =
  /^(id|type|sku|name|published|short description|description|in stock\?|manage stock\?|stock|weight \(.*\)|sale price|date sale price (starts|ends)|regular price|categories|images|parent|meta: (_yoast_wpseo_(title|metadesc)|rank_math_(title|description))|attribute \d name|attribute \d value\(s\))$/;
/** WooCommerce's own barcode column; older exports have columns of plug-ins with shorter names. */
const OWN_BARCODES = "gtin, upc, ean, or isbn";
const BARCODES = [OWN_BARCODES, ...FIELDS.barcode.names, plain(FIELDS.barcode.label)];
const COUNTRIES: readonly string[] = [plain(FIELDS.countryOfOrigin.label), ...FIELDS.countryOfOrigin.names];
const MOST_OPTIONS = 3;

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
  const name = handleOfName(says("name")) || `product-${id || handleOfName(sku)}`;
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
        return;
      }
      const product = productIn(says);
      for (const ref of product.refs) {
        attributes.set(ref, attributesIn(says));
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
    /** Values of each product's attributes, by the references that variations use. */
    attributes: attributes as ReadonlyMap<string, Attributes>,
  };
}

/** Values of a product's attributes, by attribute name. */
type Attributes = ReadonlyMap<string, string[]>;

const attributesIn = (says: Says): Attributes =>
  new Map(
    Array.from({ length: MOST_OPTIONS }, (_, place) => {
      const values = says(`attribute ${place + 1} value(s)`).split(/(?<!\\),/);
      return [
        says(`attribute ${place + 1} name`),
        values.map((value) => texts(value.replaceAll("\\,", ",")).trim()).filter(Boolean),
      ] as const;
    }),
  );

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
}

/**
 * Table that converts rows of a WooCommerce export: rows of products, and rows of variations, which find their product in
 * `products.handles`.
 */
export function wooTable(headers: string[], products: WooProducts): ForeignTable {
  const barcodes = barcodeColumn(headers);
  return foreignTable(headers, {
    fields: OURS,
    isRead: (name) => READ.test(name) || name === barcodes || COUNTRIES.includes(name),
    read: (says) => (isVariation(says) ? variation(says, headers, products) : product(says, headers, products.handles)),
  });
}

type Cells = Partial<Record<Ours, string>>;

function product(says: Says, headers: string[], handles: ReadonlyMap<string, string>): Cells {
  const kinds = says("type").split(",");
  const hasOwnRows = kinds.some((kind) => ["variable", "grouped"].includes(kind.trim()));
  return {
    handle: handles.get(productIn(says).refs[0] ?? "") ?? "",
    name: says("name"),
    description: texts(says("description") || says("short description")),
    countryOfOrigin: countryOf(says),
    searchTitle: texts(says("meta: _yoast_wpseo_title") || says("meta: rank_math_title")),
    searchWords: texts(says("meta: _yoast_wpseo_metadesc") || says("meta: rank_math_description")),
    category: texts(
      says("categories")
        .split(/(?<!\\),/)[0]
        ?.trim() ?? "",
    ).replaceAll("\\,", ","),
    published: says("published") === "1" ? "yes" : "no",
    picture: says("images")
      .split(/,\s+|,(?=https?:)/)
      .join("\n"),
    ...(hasOwnRows ? { rowKind: ABOUT_PRODUCT, weight: weight(says, headers) } : sold(says, headers)),
  };
}

function variation(says: Says, headers: string[], { handles, counting, attributes }: WooProducts): Cells {
  const handle = handles.get(says("parent")) ?? "";
  // Variations of a draft have -1, whether they are enabled or not.
  if (says("published") === "0") return { handle, rowKind: SWITCHED_OFF };
  const options: Cells = {};
  const ofParent = attributes.get(says("parent"));
  let isOfAny = false;
  for (let number = 1; number <= MOST_OPTIONS; number += 1) {
    options[`option${number as 1 | 2 | 3}Name`] = says(`attribute ${number} name`);
    const own = texts(says(`attribute ${number} value(s)`));
    // A variation without a value for an attribute is for any value of the product's.
    const any = own === "" ? (ofParent?.get(says(`attribute ${number} name`)) ?? []) : [];
    isOfAny ||= any.length > 1;
    options[`option${number as 1 | 2 | 3}`] = own || any.join("\n");
  }
  // In this shop the weight belongs to the product.
  const { weight: _, ...own } = sold(says, headers, counting.has(says("parent")));
  return {
    handle,
    ...options,
    ...own,
    // One number for several variants: their stock is counted for all of them together.
    ...(isOfAny && Number(own.stock) > 0 && { stock: "parent" }),
    pairPicture: says("images").split(/,\s/)[0] ?? "",
  };
}

/** Cells of a row that can be bought: a product without variations, or a variation. */
const sold = (says: Says, headers: string[], isPooled = false): Cells => ({
  sku: says("sku"),
  barcode: says(barcodeColumn(headers)),
  price: says("regular price"),
  salePrice: says("sale price"),
  saleFrom: says("date sale price starts"),
  saleUntil: says("date sale price ends"),
  ...pieces(says, isPooled),
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
const countryOf = (says: Says): string =>
  COUNTRIES.map(says).find((text) => text !== "") ??
  [...attributesIn(says)].find(([name]) => COUNTRIES.includes(plain(name)))?.[1][0] ??
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
  return text === "" ? "" : `${text} ${/\((.*)\)/.exec(name)?.[1] ?? ""}`.trim();
}

/** Replaces escaped line ends by line ends. */
const texts = (text: string): string => text.replaceAll("\\n", "\n");
