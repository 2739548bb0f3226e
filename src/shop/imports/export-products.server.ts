import { csvFile, csvRows } from "~/platform/csv.server";
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
import { NO_CHOICE } from "~/shop/catalog/product";
import {
  type ColumnOf,
  type FieldKind,
  type Fields,
  type InFile,
  namesInFile,
  type NamesOfKind,
  type PlainKind,
  productFields,
  type ValueOfKind,
  variantFields,
} from "~/shop/catalog/product-fields";
import { can } from "~/shop/members/rights";
import { requireRight } from "~/shop/members/rights.server";
import { columnOf, type FieldKey, FIELDS, PRODUCT_COLUMNS, VARIANT_COLUMNS } from "./columns";
import type { Importer } from "./imports.server";
import { ABOUT_PRODUCT, OF_PICTURE, OF_VARIANT } from "./mapped-row";

/** Columns of our own export: those of products and variants, and those that tell a row from another. The last tells its kind. */
const COLUMNS: readonly FieldKey[] = [
  ...PRODUCT_COLUMNS,
  ...VARIANT_COLUMNS.flatMap((column): FieldKey[] => {
    if (column === "color") return [column, "swatch"];
    if (column === "stock") return [column, "exportedStock"];
    return column === "pairPicture" ? ["picture", "pictureWords", column] : [column];
  }),
  "rowKind",
];
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
  const columns = COLUMNS.filter((field) => showsCost || field !== "cost");
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

/** Writes a value of a kind as a cell. Names of other records are written by the cells of a row. */
const CELLS: { [K in WrittenKind]: (value: ValueOfKind[K]) => string } = {
  text: String,
  code: String,
  word: (value) => value ?? "",
  lines: (value) => value.join("\n"),
  whole: (value) => (value === null ? "" : String(value)),
  amount: (value) => (value === null ? "" : (value / 100).toFixed(2)),
  yes: (value) => (value ? "yes" : "no"),
};
type WrittenKind = PlainKind | "word" | "amount";

/** Cells of the fields whose kind says how they are written. */
const cellsOf = <F extends Fields>(fields: F, values: Readonly<Record<string, unknown>>): Cells =>
  Object.fromEntries(
    namesInFile(fields).flatMap((name) => {
      const kind = fields[name]?.kind ?? "own";
      return kind in CELLS ? [[columnOf(fields, name), CELLS[kind as "text"](values[name] as string)]] : [];
    }),
  );
/** Columns of a file that `cellsOf` does not write. */
type Unwritten<F extends Fields> = ColumnOf<F, InFile<F> & NamesOfKind<F, Exclude<FieldKind, WrittenKind>>>;

const productCells = (goods: StoredGoods, named: Named): Cells => ({
  ...cellsOf(productFields, { ...goods }),
  ...({ ...named, sizeChart: goods.sizeChart[0] ?? "" } satisfies Record<
    Exclude<Unwritten<typeof productFields>, "handle">,
    string
  >),
});

function variantCells(goods: StoredGoods, variant: StoredVariant): Cells {
  const { amount, whole } = CELLS;
  const own = {
    color: variant.color === NO_CHOICE ? "" : variant.color,
    size: variant.size === NO_CHOICE ? "" : variant.size,
    stock: whole(variant.stock),
    pairPicture: variant.image ?? "",
  } satisfies Record<Unwritten<typeof variantFields>, string>;
  return {
    ...cellsOf(variantFields, { ...variant }),
    ...own,
    price: amount(variant.price ?? goods.price),
    salePrice: amount((variant.salePrice ?? goods.salePrice) || null),
    cost: amount(variant.cost ?? goods.cost),
    swatch: goods.colors.find(({ name }) => name === variant.color)?.swatch ?? "",
    exportedStock: whole(variant.stock),
  };
}
