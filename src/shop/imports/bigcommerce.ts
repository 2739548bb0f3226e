import { CATEGORY_COLUMNS, categoryCells } from "./category-cells";
import type { FieldKey } from "./columns";
import {
  amount,
  answer,
  handlesByName,
  listed,
  numberIn,
  path,
  picturesInWords,
  pooled,
  unlessZero,
} from "./foreign-cells";
import { type NotedTable, notedTable, type Says } from "./foreign-table";
import { ABOUT_PRODUCT, OF_PICTURE } from "./mapped-row";
import { nameOfColors, optionsOf } from "./option-cells";
import { OF_PARENTS, SEARCH_COLUMNS } from "./parent-columns";

const FIELDS = [
  ...OF_PARENTS,
  "attributes",
  ...CATEGORY_COLUMNS,
  "barcode",
  "salePrice",
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

/** Amounts of a product that its variants have unless their own rows say others, and how its pieces are counted. */
interface Parent {
  price: string;
  cost: string;
  sale: string;
  before: string;
  tracking: string;
  pieces: string;
}
const NO_PARENT: Parent = { price: "", cost: "", sale: "", before: "", tracking: "", pieces: "" };
const parentIn = (says: Says, tracking: string, pieces: string): Parent => ({
  tracking,
  pieces,
  price: says("price"),
  cost: unlessZero(says("cost price")),
  sale: unlessZero(says("sale price")),
  before: unlessZero(says("retail price")),
});

/** BigCommerce's older export: rows of products, of SKUs, and of rules that change the price of a SKU. */
export function bigCommerceTable(headers: string[]): NotedTable {
  const [withSkus, rules] = [new Set<number>(), new Map<string, string>()];
  const handles = handlesByName();
  let [seen, at, handle] = [0, 0, ""];
  let parent = NO_PARENT;
  const kindOf = (says: Says) => says("item type").toLowerCase();
  const isRead =
    /^(item type|product (id|name|type|code\/sku|description|visible\?|warranty|upc\/ean|url|custom fields|image (id|file|description|is thumbnail|sort) - \d+)|price|cost price|retail price|sale price|track inventory|current stock level|low stock level|category|page title|meta description)$/;
  return notedTable(headers, FIELDS, isRead, {
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
          price: changedBy(parent.price, rules.get(sku)) ?? `${parent.price} ${rules.get(sku)}`,
          cost: parent.cost,
          salePrice: parent.sale,
          compareAt: parent.before,
          ...piecesOfVariant(says("current stock level"), parent),
        };
      }
      if (kindOf(says) === "rule") {
        const isTaken = says("product code/sku") !== "" && says("price") !== "";
        return {
          handle,
          rowKind: ABOUT_PRODUCT,
          ...(!isTaken && { unread: [says("product name"), says("price")].filter(Boolean).join(" ") }),
        };
      }
      at += 1;
      parent = parentIn(says, says("track inventory"), says("current stock level"));
      handle = handles(says("product id"), says("product name"));
      return {
        handle,
        ...bigProduct(says),
        ...(withSkus.has(at) ? { rowKind: ABOUT_PRODUCT } : bigSold(says, parent)),
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
  picture: bigPictures(says)
    .map(({ file }) => file)
    .join("\n"),
  pictureWords: picturesInWords(
    bigPictures(says).map(({ words }) => words),
    says("product name"),
  ),
  searchTitle: says("page title"),
  searchWords: says("meta description"),
  lowMark: unlessZero(says("low stock level")),
});

/** Cells of a product without SKUs of its own. */
const bigSold = (says: Says, { tracking, pieces }: Parent): Cells => ({
  sku: says("product code/sku"),
  barcode: says("product upc/ean"),
  ...bigPrices(says),
  ...piecesIn(pieces, tracking),
});

/** Pieces of a row; none where the shop counts none. */
const piecesIn = (pieces: string, tracking: string): Pick<Cells, "stock" | "tracker"> =>
  /none/i.test(tracking) ? { stock: "", tracker: "no" } : { stock: pieces, tracker: "yes" };

/** Pieces of a variant, which are its own, or those of its product. */
const piecesOfVariant = (own: string, { tracking, pieces }: Parent): Pick<Cells, "stock" | "tracker"> =>
  piecesIn(/product/i.test(tracking) ? pooled(pieces) : own, tracking);

const bigPrices = (says: Says): Cells => ({
  price: says("price"),
  salePrice: unlessZero(says("sale price")),
  compareAt: unlessZero(says("retail price")),
  cost: unlessZero(says("cost price")),
});

/** Categories such as Shop All;Men/Hoodies, without the one of everything. */
const bigCategories = (cell: string): string[] =>
  listed(cell, ";")
    .filter((each) => !/^shop all$/i.test(each))
    .map((each) => path(each, "/"));

const bigPictures = (says: Says): { file: string; words: string }[] =>
  Array.from({ length: MOST_PICTURES }, (_, place) => ({
    file: says(`product image file - ${place + 1}`),
    words: says(`product image description - ${place + 1}`),
  })).filter(({ file }) => file !== "");
const MOST_PICTURES = 40;

/** The warranty, and custom fields such as "Fabric=14 oz fleece";"Palm=Kevlar" or those of JSON, each a line. */
const bigAttributes = (warranty: string, fields: string): string =>
  [...(warranty ? [`Warranty: ${warranty.replaceAll(/<[^<>]*>/g, " ")}`] : []), ...customFields(fields)]
    .map((each) => each.replaceAll(/\s+/g, " ").trim())
    .join("\n");

function customFields(cell: string): string[] {
  const named = [...cell.matchAll(JSON_FIELD)].map(([, name = "", value = ""]) => `${name}: ${value}`);
  if (named.length > 0) return named.map((each) => each.replaceAll('\\"', '"'));
  return listed(cell, ";").map((each) => each.replaceAll('"', "").replace("=", ": "));
}
const JSON_FIELD = /"name"\s*:\s*"((?:\\.|[^"\\])*)"\s*,\s*"value"\s*:\s*"((?:\\.|[^"\\])*)"/g;

/** Options such as [S]Size=Small,[CS]Color=Ash:#B2B2B2. */
const bigOptions = (cell: string): [string, string][] =>
  listed(cell, /,(?=\[[A-Z]{1,3}\])/).map((each) => {
    const [, kind = "", name = "", value = ""] = /^\[([A-Z]{1,3})\]([^=]*)=(.*)$/.exec(each) ?? [];
    return [kind === "CS" ? nameOfColors(name) : name, withoutSwatch(value)];
  });

/** A value without the colors of its swatch, such as Ash:#B2B2B2 and Sand[#c2b280]. */
const withoutSwatch = (value: string): string => value.replace(/[:[]#[\da-f]{3,6}(?:\|#[\da-f]{3,6})*\]?$/i, "").trim();

/** A price after a rule such as [ADD]5; undefined for a rule or price that says no amount. */
function changedBy(price: string, rule = ""): string | undefined {
  if (rule === "") return price;
  const [, way = "", by = ""] = /^\[(ADD|REMOVE|FIXED)\](\d+(?:\.\d+)?)$/.exec(rule) ?? [];
  if (way === "") return undefined;
  if (way === "FIXED") return by;
  return amount(numberIn(price) + (way === "ADD" ? 1 : -1) * Number(by)) || undefined;
}

/** BigCommerce's present export: rows of products, variants, pictures and films. */
export function newBigCommerceTable(headers: string[]): NotedTable {
  const withVariants = new Set<number>();
  let [seen, at, handle] = [0, 0, ""];
  let parent = NO_PARENT;
  const handles = handlesByName();
  const kindOf = (says: Says) => says("item").toLowerCase();
  const isRead =
    /^(item|id|name|type|sku|options|inventory tracking|current stock|low stock|price|cost price|retail price|sale price|description|custom fields|page title|product url|meta description|upc\/ean|is visible|warranty|variant image url|internal image url \(export\)|image url \(import\)|image description|image is thumbnail|image sort order)$/;
  return notedTable(headers, FIELDS, isRead, {
    note(says) {
      if (kindOf(says) === "product") seen += 1;
      else if (kindOf(says) === "variant") withVariants.add(seen);
    },
    read(says) {
      const sold: Cells = {
        sku: says("sku"),
        barcode: says("upc/ean"),
        ...bigPrices(says),
      };
      if (kindOf(says) === "variant")
        return {
          handle,
          ...optionsOf(namedValues(says("options"))),
          ...sold,
          ...piecesOfVariant(says("current stock"), parent),
          price: sold.price || parent.price,
          cost: sold.cost || parent.cost,
          salePrice: sold.salePrice || parent.sale,
          compareAt: sold.compareAt || parent.before,
          pairPicture: says("variant image url"),
        };
      if (kindOf(says) !== "product")
        return {
          handle,
          rowKind: OF_PICTURE,
          picture: says("internal image url (export)") || says("image url (import)"),
          pictureWords: says("image description"),
        };
      at += 1;
      parent = parentIn(says, says("inventory tracking"), says("current stock"));
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
        ...(withVariants.has(at)
          ? { rowKind: ABOUT_PRODUCT }
          : { ...sold, ...piecesIn(parent.pieces, parent.tracking) }),
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
    if (!name || !value) return [];
    return [[each.startsWith("Type=Swatch") ? nameOfColors(name) : name, withoutSwatch(value)]];
  });
