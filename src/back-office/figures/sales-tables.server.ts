import { goodsPictures } from "~/shop/figures/goods-pictures.server";
import { highestSales, type KeySums, salesBy, type SalesKey } from "~/shop/figures/sales-by.server";
import { salesByOrder } from "~/shop/figures/sales-by-order.server";
import { netOf, type Sums, totalOf } from "~/shop/figures/sums";
import { nameOfVariant } from "~/shop/catalog/product";
import { shownNumber } from "~/shop/orders/order-number";
import { stateName } from "~/shop/us-states";
import { figures, filterIn, firstRow, isOfGoods } from "./figures-address";
import { changeOf } from "./figures-words";
import { mostRows } from "./most-rows";
import { type Asked, ON_A_PAGE } from "./screen";
import type { SheetCell, SheetColumn, SheetRow, SheetTable } from "./sheet";

const NOTHING_MOVED = "Nothing was sold or given back in this period.";

/** Row after which a table begins: paper and files begin with the first. */
export const firstOf = ({ view, most }: Asked): number => (most === ON_A_PAGE ? firstRow(view) : 0);

/** Whether the sums of a grouping contain only lines, without amounts of whole orders such as delivery. */
const isOfLines = (by: SalesKey): boolean => by === "product" || by === "variant" || by === "category";

const HEADS: Record<SalesKey, string> = {
  product: "Product",
  variant: "Product",
  category: "Category",
  code: "Code",
  state: "State",
};

/** Columns from gross to net sales, which sums of lines and of whole orders have. */
const salesColumns: readonly SheetColumn[] = [
  { name: "Gross sales", kind: "money" },
  { name: "Discounts", kind: "money", isOptional: true },
  { name: "Returns", kind: "money", isOptional: true },
  { name: "Changes", kind: "money", isOptional: true },
  { name: "Goodwill", kind: "money", isOptional: true },
  { name: "Net sales", kind: "money" },
];

/** Columns for sums of lines. */
const lineColumns = (mayCost: boolean): SheetColumn[] => [
  { name: "Pieces", kind: "count" },
  { name: "Given back", kind: "count" },
  ...salesColumns,
  ...(mayCost
    ? ([
        { name: "Cost", kind: "money" },
        { name: "Margin", kind: "share" },
        { name: "Pieces without cost", kind: "count", isOptional: true },
      ] as const)
    : []),
];
const orderColumns: SheetColumn[] = [
  { name: "Orders", kind: "count" },
  { name: "Pieces", kind: "count" },
  ...salesColumns,
  { name: "Delivery", kind: "money", isOptional: true },
  { name: "Fees", kind: "money", isOptional: true },
  { name: "Sales tax", kind: "money", isOptional: true },
  { name: "Total sales", kind: "money" },
];

const marginOf = ({ cost, netWithCost }: Sums): number | null =>
  netWithCost > 0 ? (netWithCost - cost) / netWithCost : null;

/** Cells for `salesColumns`. */
const salesCells = (sums: Sums): SheetCell[] => [
  sums.gross,
  sums.discounts,
  sums.returns,
  sums.changes,
  sums.goodwill,
  netOf(sums),
];
const lineCells = (sums: Sums, mayCost: boolean): SheetCell[] => [
  sums.pieces,
  sums.piecesBack,
  ...salesCells(sums),
  ...(mayCost ? [sums.cost, marginOf(sums), sums.piecesWithoutCost] : []),
];
const orderCells = (sums: Sums): SheetCell[] => [
  sums.orders,
  sums.pieces,
  ...salesCells(sums),
  sums.delivery,
  sums.fees,
  sums.tax,
  totalOf(sums),
];

/** Columns for sums of whole orders, without those that some goods do not have. */
export const orderColumnsOf = (view: Asked["view"]): SheetColumn[] => orderColumns.filter(isShownFor(view));

/** Cells for the columns of `orderColumnsOf`. */
export const orderCellsOf = (view: Asked["view"], sums: Sums): SheetCell[] =>
  orderCells(sums).filter((_, place) => isShownFor(view)(orderColumns[place] as SheetColumn));

const isShownFor =
  (view: Asked["view"]) =>
  ({ name }: SheetColumn): boolean =>
    !isOfGoods(view) || (name !== "Orders" && name !== "Total sales");

/** Sentence before a table of some goods. */
export const NO_TOTAL = {
  lead: "There are no total sales by product.",
  words:
    "Delivery, fees and their tax belong to whole orders, and goodwill to no line: shared out among goods they would be invented.",
};

/** Names of the rows for sales without the key, such as orders without a code. */
const NAMELESS: Record<SalesKey, string> = {
  product: "Of no product",
  variant: "Of no product",
  category: "Of no category",
  code: "Without a code",
  state: "Without a state",
};

function nameOf({ key, name, size, color }: KeySums, by: SalesKey): { name: string; note?: string } {
  if (key === "") return { name: NAMELESS[by] };
  if (by === "state") return { name: stateName(key) };
  if (by === "variant") return { name, note: nameOfVariant({ size, color }) };
  return { name };
}

/** Table of sales by product, variant, category, code or state: one page, or all rows for a file, with the sums over all rows. */
export async function salesTable(
  asked: Asked,
  by: SalesKey,
): Promise<{ table: SheetTable; count: number; onlyBefore: number }> {
  const { services, member, view, period, mayCost } = asked;
  const found = await salesBy(services, member, by, {
    period,
    filter: filterIn(view),
    most: asked.most,
    after: firstOf(asked),
  });
  const ofLines = isOfLines(by);
  const cellsOf = (sums: Sums) => (ofLines ? lineCells(sums, mayCost) : orderCellsOf(view, sums));
  const isCompared = period.before !== null;
  const beside = (net: number, before: number): SheetCell[] => (isCompared ? [before, changeOf(net, before)] : []);
  const hasNote = by === "variant";
  // Omits the row for delivery and its tax, which have no product: all its columns would be empty.
  const own = found.rows.filter(
    ({ key, sums, netBefore }) => !ofLines || key !== "" || netOf(sums) !== 0 || netBefore !== 0,
  );
  const rows = own.map((row): SheetRow => {
    const { name, note } = nameOf(row, by);
    const to = addressOf(row, by, view);
    return {
      key: row.key,
      cells: [name, ...(hasNote ? [note ?? ""] : []), ...cellsOf(row.sums), ...beside(netOf(row.sums), row.netBefore)],
      ...(to && { to }),
    };
  });
  return {
    count: found.count,
    onlyBefore: found.onlyBefore,
    table: {
      name: `sales-by-${by}`,
      title: by === "variant" ? "By size and color" : `By ${by}`,
      columns: [
        { name: HEADS[by], kind: "text" },
        ...(hasNote ? [{ name: "Color and size", kind: "text" as const }] : []),
        ...(ofLines ? lineColumns(mayCost) : orderColumnsOf(view)),
        ...(isCompared
          ? [
              { name: "Net sales before", kind: "money" as const },
              { name: "Change", kind: "share" as const },
            ]
          : []),
      ],
      rows,
      all: ["All", ...(hasNote ? [""] : []), ...cellsOf(found.all), ...beside(netOf(found.all), found.netBefore)],
      says: [
        ...(ofLines || isOfGoods(view) ? [NO_TOTAL] : []),
        ...(isCompared && period.open
          ? [{ lead: "Today is not over.", words: "What was sold so far stands beside a whole day." }]
          : []),
      ],
      empty: NOTHING_MOVED,
    },
  };
}

/** Table of orders with their sums in the period, latest event first: one page, or all rows for a file, with total sums. */
export async function ordersTable(asked: Asked): Promise<{ table: SheetTable; hasMore: boolean }> {
  const { services, member, view, period } = asked;
  const { rows, all, hasMore } = await salesByOrder(services, member, {
    period,
    filter: filterIn(view),
    most: asked.most,
    after: firstOf(asked),
  });
  return {
    hasMore,
    table: {
      name: "sales-by-order",
      title: "By order",
      columns: [{ name: "Order", kind: "text" }, ...orderColumnsOf(view)],
      rows: rows.map(({ number, sums }) => ({
        key: number,
        cells: [shownNumber(number), ...orderCellsOf(view, sums)],
        to: `/orders/${number}`,
      })),
      all: ["All", ...orderCellsOf(view, all)],
      says: isOfGoods(view) ? [NO_TOTAL] : [],
      empty: NOTHING_MOVED,
    },
  };
}

/** Address that a row links to: the products of a category, or the sales by day of another key; undefined for a variant. */
function addressOf({ key }: KeySums, by: SalesKey, view: Asked["view"]): string | undefined {
  if (by === "variant") return undefined;
  return figures.addressOf(
    { ...view, by: by === "category" ? "product" : "day", after: "", [by]: key },
    "/figures/sales",
  );
}

/** Table of up to `most` best-selling products, for the overview. */
export async function bestTable(asked: Asked, { most }: { most: number }): Promise<SheetTable> {
  const { services, member, period, view, isFile } = asked;
  const found = await highestSales(services, member, "product", {
    period,
    filter: filterIn(view),
    most: mostRows({ isFile }, most),
  });
  const sold = found.rows.filter(({ key, sums }) => key !== "" && sums.pieces > 0);
  const shown = isFile ? [] : sold;
  const pictures = await goodsPictures(
    services,
    shown.map(({ key }) => key),
  );
  return {
    name: "best",
    title: "Sold best",
    columns: [
      { name: "What", kind: "text" },
      { name: "Pieces", kind: "count" },
      { name: "Net sales", kind: "money" },
    ],
    rows: sold.map(({ key, name, sums }) => ({
      key,
      cells: [name, sums.pieces, netOf(sums)],
      to: figures.addressOf({ ...view, product: key }, "/figures/sales"),
      picture: pictures.get(key) ?? null,
    })),
    empty: "Nothing was sold in this period.",
    more: {
      to: figures.addressOf({ ...view, by: "product" }, "/figures/sales"),
      name: sold.length > 0 ? `All ${found.count.toLocaleString("en-US")}` : "By product",
    },
  };
}

/** Table of up to `most` discount codes with their discounts and sales, for the overview. */
export async function codesTable(asked: Asked, { most }: { most: number }): Promise<SheetTable> {
  const { services, member, period, view, isFile } = asked;
  const found = await highestSales(services, member, "code", {
    period,
    filter: filterIn(view),
    most: mostRows({ isFile }, most + 1),
  });
  return {
    name: "codes",
    title: "Codes",
    columns: [
      { name: "Code", kind: "text" },
      ...(isOfGoods(view) ? [] : [{ name: "Uses", kind: "count" as const }]),
      { name: "Gave", kind: "money" },
      { name: "Brought, net", kind: "money" },
    ],
    rows: found.rows
      .filter(({ key }) => key !== "")
      .slice(0, mostRows({ isFile }, most))
      .map(({ key, sums }) => ({
        key,
        cells: [key, ...(isOfGoods(view) ? [] : [sums.orders]), sums.discounts, netOf(sums)],
        to: figures.addressOf({ ...view, code: key }, "/figures/sales"),
      })),
    empty: "No code was used in this period.",
    more: { to: figures.addressOf({ ...view, by: "code" }, "/figures/sales"), name: "All codes" },
  };
}
