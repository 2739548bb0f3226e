import { type StockValue, stockValue } from "~/shop/figures/stock-at-hand.server";
import { ageEnds, BUY_FOR_DAYS, PACE_DAYS, stockAge, stockPace } from "~/shop/figures/stock-figures.server";
import { givenColor, namedSize, nameOfVariant } from "~/shop/catalog/product";
import { type Cents, formatCents, sum } from "~/shop/money";
import { counted, listed } from "../count-words";
import { figures } from "./figures-address";
import { mostRows } from "./most-rows";
import type { Asked } from "./screen";
import { alone, firstOfAll, leftOutOf, type Sheet, type SheetCell, type SheetTable } from "./sheet";

/** Maximum number of goods without cost that the sentence before the table names. */
const NAMED = 4;

/**
 * Table of the value of stock at cost by category, or of the `most` categories with the highest value; names goods whose cost is not
 * known. Reads the value unless it is given.
 */
export async function valueTable(
  { services, member, view, mayCost, isFile }: Asked,
  known?: StockValue,
  most?: number,
): Promise<SheetTable> {
  const table = {
    name: "stock-value",
    title: "What lies in stock, at cost",
    empty: "Nothing lies in stock.",
    isWide: true,
  };
  if (!mayCost) return { ...table, columns: [], rows: [], empty: "What goods cost is not for your role." };
  const { categories, costless } = known ?? (await stockValue(services, member));
  const total = (read: (row: (typeof categories)[number]) => number) =>
    categories.reduce((all, row) => all + read(row), 0);
  const [pieces, without, value] = [
    total((row) => row.pieces),
    total(({ withoutCost }) => withoutCost),
    sum(categories.map((row) => row.value)),
  ];
  const isShort = most !== undefined && !isFile && categories.length > most;
  const shown = isShort ? categories.toSorted((one, other) => other.value - one.value).slice(0, most) : categories;
  return {
    ...table,
    more: {
      to: figures.addressOf({ ...view, show: "value" }, "/figures/stock"),
      name: isShort ? `All ${categories.length}` : "More of the stock",
    },
    columns: [
      { name: "Where", kind: "text" },
      { name: "Products", kind: "count" },
      { name: "Pieces", kind: "count" },
      { name: "Without cost", kind: "count", isOptional: true },
      { name: "At cost", kind: "money" },
    ],
    rows: [
      ...shown.map((row) => ({
        key: row.category,
        cells: [row.category || "Of no category", row.products, row.pieces, row.withoutCost, row.value],
      })),
      // A file also lists each product without cost, because the sums do not contain its value.
      ...(isFile
        ? costless.map(({ id, name, pieces: own }) => ({
            key: id,
            cells: [`Without cost: ${name}`, null, null, own, null] as SheetCell[],
          }))
        : []),
    ],
    all: ["All", total(({ products }) => products), pieces, without, value],
    says: pieces === 0 ? [] : [valueWords({ pieces, without, value }, costless)],
  };
}

/** Sentence on the value of all pieces in stock, and on those without a cost. */
function valueWords(
  { pieces, without, value }: { pieces: number; without: number; value: Cents },
  costless: StockValue["costless"],
): NonNullable<SheetTable["says"]>[number] {
  const named = costless.slice(0, NAMED).map((product) => `${product.name} ${product.pieces.toLocaleString("en-US")}`);
  const more = costless.length - named.length;
  return {
    lead: `${formatCents(value)} for ${(pieces - without).toLocaleString("en-US")} of ${counted(pieces, "piece")}.`,
    words:
      without === 0
        ? "Pieces that can be sold, times what one costs today."
        : `${counted(without, "piece has", "pieces have")} no cost: ${listed([...named, ...(more > 0 ? [counted(more, "more product")] : [])])}.`,
    ...(without > 0 && { way: { to: `/goods/${costless[0]?.id ?? ""}`, name: "Enter it" } }),
  };
}

/** Table of the age of stock by product. */
export async function ageTable(
  { services, member, now, isFile }: Asked,
  { most }: { most: number },
): Promise<SheetTable> {
  const { products, all, count } = await stockAge(services, member, { now, most: mostRows({ isFile }, most) });
  const names = ageEnds.map((end, place) => (place === 0 ? `Up to ${end} days` : `To ${end} days`));
  return {
    name: "stock-age",
    title: "How long it lies here",
    columns: [
      { name: "What", kind: "text" },
      { name: "Pieces", kind: "count" },
      ...[...names, "Over a year"].map((name) => ({ name, kind: "count" as const })),
      { name: "Not known", kind: "count", isOptional: true },
    ],
    rows: products.map(({ id, product, pieces, ages }) => ({
      key: id,
      cells: [product, pieces, ...ages],
      to: `/goods/${id}`,
    })),
    all: ["All", all.pieces, ...all.ages],
    says: [
      {
        lead: "What came in last is what is left.",
        words: "Older pieces are taken to be sold first; of some the day they came is not written down.",
      },
      ...leftOutOf(products.length, count, "products"),
    ],
    empty: "Nothing lies in stock.",
  };
}

/** Table of the days that stock lasts at the pace of the last 30 days, the shortest time first. */
export async function daysTable(
  { services, member, view, today, isFile }: Asked,
  { most }: { most: number },
): Promise<TableBySize> {
  const { size } = view;
  const { variants, count, sizes } = await stockPace(services, member, "days", {
    today,
    size,
    most: mostRows({ isFile }, most),
  });
  const table: SheetTable = {
    name: "days-of-stock",
    title: "Days of stock left",
    columns: [
      { name: "What", kind: "text" },
      { name: "Color and size", kind: "text" },
      { name: "SKU", kind: "text" },
      { name: "Left", kind: "count" },
      { name: `Sold in ${PACE_DAYS} days`, kind: "count" },
      { name: "Lasts, days", kind: "count" },
    ],
    rows: variants.map(({ id, product, color, size, sku, left, sold, days }) => ({
      key: String(id),
      cells: [product, nameOfVariant({ size, color }), sku, left, sold, days],
      to: `/stock/${id}`,
    })),
    says: [
      {
        lead: `At the pace of the last ${PACE_DAYS} days.`,
        words: `${counted(count, "size and color in stock was", "sizes and colors in stock were")} sold in them.${count > variants.length ? ` ${firstOfAll(variants.length, count)}; the file has all.` : ""}`,
      },
    ],
    empty: `Nothing ${size !== null && namedSize(size) ? `in ${namedSize(size)} ` : ""}was sold in the last ${PACE_DAYS} days.`,
  };
  return { table, limits: bySizes(sizes) };
}

/** Table of variants to buy again, those with the most missing pieces first; also returns the sizes for the filter. */
export async function buyTable(
  { services, member, view, today, isFile }: Asked,
  { most }: { most: number },
): Promise<TableBySize> {
  const { size } = view;
  const { variants, count, sizes } = await stockPace(services, member, "buy", {
    today,
    size,
    most: mostRows({ isFile }, most),
  });
  const wanted = ({ sold, requests, left }: (typeof variants)[number]): number =>
    Math.ceil((sold * BUY_FOR_DAYS) / PACE_DAYS) + requests - left;
  const table: SheetTable = {
    name: "buy-again",
    title: "Buy again",
    columns: [
      { name: "What", kind: "text" },
      { name: "Color", kind: "text" },
      { name: "Size", kind: "text" },
      { name: "SKU", kind: "text" },
      { name: "Left", kind: "count" },
      { name: `Sold in ${PACE_DAYS} days`, kind: "count" },
      { name: "Requests waiting", kind: "count" },
      { name: "To buy", kind: "count" },
    ],
    rows: variants.map((variant) => ({
      key: String(variant.id),
      cells: [
        variant.product,
        givenColor(variant.color),
        namedSize(variant.size),
        variant.sku,
        variant.left,
        variant.sold,
        variant.requests,
        wanted(variant),
      ],
      to: `/stock/${variant.id}`,
    })),
    says: [
      {
        lead: `What is missing for ${BUY_FOR_DAYS} days at the pace of the last ${PACE_DAYS}, and for whoever waits.`,
        words: `${counted(count, "size and color", "sizes and colors")}, those that most is missing of first.${count > variants.length ? ` ${firstOfAll(variants.length, count)}; the file has all.` : ""}`,
      },
    ],
    empty: `Nothing has to be bought again${size !== null && namedSize(size) ? ` in ${namedSize(size)}` : ""}.`,
  };
  return { table, limits: bySizes(sizes) };
}

/** A table of variants, and the sizes by which it can be filtered. */
export interface TableBySize {
  table: SheetTable;
  limits: NonNullable<Sheet["limits"]>;
}

export const bySizes = (values: string[]): TableBySize["limits"] => ({ by: "size", label: "Size", values });

/** Sheet of stock by the view's `show`: value, age, days it lasts, or goods to buy again. */
export async function stockSheet(asked: Asked): Promise<Sheet> {
  const { show } = asked.view;
  const sheet = {
    title: "Stock in figures",
    head: "As it is now: pieces that can be sold. What is held for orders or sold is taken off already. Goods with no limit are left out.",
    isOfPeriod: false,
  };
  if (show === "buy" || show === "days") {
    const { table, limits } = await (show === "buy" ? buyTable : daysTable)(asked, asked);
    return { ...sheet, tables: [table], limits };
  }
  return { ...sheet, tables: [alone(await (show === "age" ? ageTable(asked, asked) : valueTable(asked)))] };
}
