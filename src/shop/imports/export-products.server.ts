import { csvFile, csvRows } from "~/platform/csv";
import type { Database } from "~/platform/database.server";
import { picturesFor } from "~/platform/media.server";
import {
  goodsAfter,
  goodsByHandle,
  knownCategories,
  knownGuides,
  type StoredGoods,
  type StoredVariant,
} from "~/shop/catalog/editing/stored-goods.server";
import { PRODUCT_WORDS } from "~/shop/catalog/editing/product-words";
import { NO_CHOICE } from "~/shop/catalog/product";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { type FieldKey, FIELDS } from "./columns";
import type { Importer } from "./imports.server";
import { ABOUT_PRODUCT, OF_PICTURE, OF_VARIANT } from "./mapped-row";

const PRODUCT_COLUMNS = [
  "handle",
  ...PRODUCT_WORDS,
  "category",
  "kindForTax",
  "wornAs",
  "headwear",
  "finalSale",
  "newArrivals",
  "bestSeller",
  "status",
  "weight",
  "lowMark",
  "productSku",
  "sizeGuide",
  "sizeChart",
  "goesWith",
] as const satisfies FieldKey[];
const VARIANT_COLUMNS = [
  "color",
  "swatch",
  "size",
  "sku",
  "barcode",
  "price",
  "salePrice",
  "cost",
  "stock",
  "exportedStock",
  "shelf",
  "picture",
  "pictureWords",
  "pairPicture",
  "rowKind",
] as const satisfies FieldKey[];
type Cells = Partial<Record<FieldKey, string>>;

/** Number of products that are read and written at a time. */
const PRODUCTS_AT_ONCE = 200;

/**
 * Exports all products as CSV in our own format, in chunks. Each variant has a row; the product's texts are in its first row.
 * Cost is included only for members who may see it.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function* exportProducts(services: { db: Database }, reader: Importer): AsyncGenerator<string> {
  if (reader !== "command") await requireRight(services, reader, "export", "goods.read");
  const showsCost = reader === "command" || can(reader, "goods.cost.read");
  const columns: FieldKey[] = [...PRODUCT_COLUMNS, ...VARIANT_COLUMNS].filter((field) => showsCost || field !== "cost");
  const line = (cells: Cells) => columns.map((field) => cells[field] ?? "");
  const paths = new Map((await knownCategories(services.db)).map(({ id, path }) => [id, path]));
  const guides = new Map((await knownGuides(services.db)).map(({ id, name }) => [id, name]));
  const handles = new Map([...(await goodsByHandle(services.db))].map(([handle, id]) => [id, handle]));
  yield csvFile(columns.map((field) => FIELDS[field].label));
  let last: StoredGoods | undefined;
  for (;;) {
    const goods = await goodsAfter(services.db, last, PRODUCTS_AT_ONCE);
    if (goods.length === 0) return;
    last = goods.at(-1);
    const words = await picturesFor(
      services.db,
      goods.flatMap(({ images }) => images),
    );
    const altOf = (path: string) => words.get(path)?.alt ?? "";
    const rows = goods.flatMap((product) =>
      rowsOf(product, altOf, {
        category: paths.get(product.categoryId ?? "") ?? "",
        sizeGuide: guides.get(product.sizeGuideId ?? "") ?? "",
        goesWith: product.styleWith
          ? product.styleWithProducts.map((id) => nameIn(handles.get(id)) ?? id).join(", ")
          : "",
      }),
    );
    yield csvRows(rows.map(line));
  }
}

/** Handle for a cell with a list of handles; undefined if it contains the list separator. */
const nameIn = (handle: string | undefined): string | undefined =>
  handle !== undefined && /[,;\n]/.test(handle) ? undefined : handle;

/** Names of the records that a product refers to, as the file contains them. */
type Named = Record<"category" | "sizeGuide" | "goesWith", string>;

function rowsOf(goods: StoredGoods, altOf: (path: string) => string, named: Named): Cells[] {
  const handle = goods.handle ?? goods.id;
  const variants = goods.variants.filter(({ isRetired }) => !isRetired);
  const count = Math.max(variants.length, goods.images.length, 1);
  return Array.from({ length: count }, (_, place) => {
    const [variant, picture = ""] = [variants[place], goods.images[place]];
    return {
      ...(place === 0 && productCells(goods, named)),
      handle,
      rowKind: variant ? OF_VARIANT : place === 0 ? ABOUT_PRODUCT : OF_PICTURE,
      ...(variant && variantCells(goods, variant)),
      ...(picture && { picture, pictureWords: altOf(picture) }),
    };
  });
}

const yesNo = (value: boolean): string => (value ? "yes" : "no");
const money = (value: number | null): string => (value === null ? "" : (value / 100).toFixed(2));
const number = (value: number | null): string => (value === null ? "" : String(value));

const productCells = (goods: StoredGoods, named: Named): Cells => ({
  name: goods.name,
  description: goods.description,
  details: goods.details.join("\n"),
  materials: goods.materials,
  care: goods.care,
  fit: goods.fit,
  searchTitle: goods.searchTitle,
  searchWords: goods.searchWords,
  ...named,
  kindForTax: goods.kindForTax ?? "",
  wornAs: goods.type ?? "",
  headwear: yesNo(goods.headwear),
  finalSale: yesNo(goods.finalSale),
  newArrivals: yesNo(goods.newArrivals),
  bestSeller: yesNo(goods.bestSeller),
  status: goods.publishedStatus,
  weight: number(goods.weightGrams),
  lowMark: number(goods.lowMark),
  productSku: goods.sku,
  sizeChart: goods.sizeChart[0] ?? "",
});

const variantCells = (goods: StoredGoods, variant: StoredVariant): Cells => ({
  color: variant.color === NO_CHOICE ? "" : variant.color,
  swatch: goods.colors.find(({ name }) => name === variant.color)?.swatch ?? "",
  size: variant.size === NO_CHOICE ? "" : variant.size,
  sku: variant.sku,
  barcode: variant.barcode,
  price: money(variant.price ?? goods.price),
  salePrice: money((variant.salePrice ?? goods.salePrice) || null),
  cost: money(variant.cost ?? goods.cost),
  stock: number(variant.stock),
  exportedStock: number(variant.stock),
  shelf: variant.shelf,
  pairPicture: variant.image ?? "",
});
