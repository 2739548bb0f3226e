import { goodsPictures } from "~/shop/figures/goods-pictures.server";
import { slowProducts, type SlowProducts } from "~/shop/figures/stock-at-hand.server";
import { PACE_DAYS, stockPace } from "~/shop/figures/stock-figures.server";
import { nameOfVariant } from "~/shop/catalog/product";
import { calendarDay } from "~/shop/shop-time";
import { figures } from "./figures-address";
import { spanWords } from "./figures-words";
import { mostRows } from "./most-rows";
import { salesTable } from "./sales-tables.server";
import type { Asked } from "./screen";
import { alone, leftOutOf, type Sheet, type SheetTable } from "./sheet";
import { bySizes, type TableBySize } from "./stock-sheet.server";

/**
 * Table of products with stock and without sales in the period, those with the oldest last sale first. Reads the products unless
 * they are given.
 */
export async function slowTable(
  { services, member, view, period, now, mayCost, isFile }: Asked,
  { most }: { most: number },
  known?: SlowProducts,
): Promise<SheetTable> {
  const wanted = { since: period.from, most: mostRows({ isFile }, most) };
  const { products, count } = known ?? (await slowProducts(services, member, wanted));
  const pictures = isFile
    ? new Map<string, string>()
    : await goodsPictures(
        services,
        products.map(({ id }) => id),
      );
  const day = (last: string | null): string =>
    last === null ? "never" : isFile ? last : calendarDay(new Date(`${last}T12:00:00Z`), now, "UTC");
  return {
    name: "slow",
    title: "Lies longest",
    columns: [
      { name: "What", kind: "text" },
      { name: "Last sold", kind: "text" },
      { name: "Left", kind: "count" },
      ...(mayCost ? [{ name: "At cost", kind: "money" as const }] : []),
    ],
    rows: products.map(({ id, product, lastSold, left, value }) => ({
      key: id,
      cells: [product, day(lastSold), left, ...(mayCost ? [value] : [])],
      to: `/goods/${id}`,
      picture: pictures.get(id) ?? null,
    })),
    ...(most > 5 && { says: leftOutOf(products.length, count, "products") }),
    empty: "All that lies here was sold in this period.",
    more: {
      to: figures.addressOf({ ...view, show: "slow" }, "/figures/goods"),
      name: `All ${count.toLocaleString("en-US")}`,
    },
  };
}

/** Table of sold-out variants, those with the most waiting shoppers first. */
export async function soldOutTable(
  { services, member, view, today, isFile }: Asked,
  { most }: { most: number },
): Promise<TableBySize> {
  const { variants, count, sizes } = await stockPace(services, member, "out", {
    today,
    size: view.size,
    most: mostRows({ isFile }, most),
  });
  const table: SheetTable = {
    name: "sold-out",
    title: "Sold out",
    columns: [
      { name: "What", kind: "text" },
      { name: "Color and size", kind: "text" },
      { name: "SKU", kind: "text" },
      { name: "Requests waiting", kind: "count" },
      { name: `Sold in ${PACE_DAYS} days`, kind: "count" },
    ],
    rows: variants.map(({ id, product, color, size, sku, requests, sold }) => ({
      key: String(id),
      cells: [product, nameOfVariant({ size, color }), sku, requests, sold],
      to: `/stock/${id}`,
    })),
    says: leftOutOf(variants.length, count),
    empty: view.size === null ? "Nothing is sold out." : `Nothing in ${view.size} is sold out.`,
  };
  return { table, limits: bySizes(sizes) };
}

/** Table of the products with the most net sales, with a link to all of them if it leaves out some. */
async function mostSoldTable(asked: Asked): Promise<SheetTable> {
  const { table, count, onlyBefore } = await salesTable(asked, "product");
  const way = { to: figures.addressOf({ ...asked.view, by: "product" }, "/figures/sales"), name: "See all" };
  const leftOut = leftOutOf(table.rows.length, count + onlyBefore, "products").map((says) => ({ ...says, way }));
  return { ...table, says: [...(table.says ?? []), ...leftOut] };
}

const GOODS_TITLES = { best: "Sold best", slow: "Lies longest", out: "Sold out" };

/** Sheet of best-selling, unsold or sold-out goods, by the view's `show`. */
export async function goodsSheet(asked: Asked): Promise<Sheet> {
  const { period, view } = asked;
  const show = view.show === "slow" || view.show === "out" ? view.show : "best";
  const sheet = { title: GOODS_TITLES[show], isOfPeriod: show !== "out" };
  if (show === "out") {
    const { table, limits } = await soldOutTable(asked, asked);
    return {
      ...sheet,
      head: "Sizes and colors on the shop with nothing left, those that most riders wait for first.",
      tables: [table],
      limits,
    };
  }
  if (show === "slow")
    return {
      ...sheet,
      head: `Products on the shop with pieces left of which nothing was sold from ${spanWords(period)}.`,
      tables: [alone(await slowTable(asked, asked))],
    };
  return {
    ...sheet,
    head: `${spanWords(period)}, by the shop's day. What brought most, after discounts and returns.`,
    tables: [await mostSoldTable(asked)],
  };
}
