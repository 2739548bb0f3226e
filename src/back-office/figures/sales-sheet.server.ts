import { type DaySums, salesByDay } from "~/shop/figures/sales-by-day.server";
import { added, netOf, type Sums, totalOf } from "~/shop/figures/sums";
import { filterIn } from "./figures-address";
import { inSteps, type Step, stepName, stepOf } from "./chart-steps";
import { changeOf, spanWords } from "./figures-texts";
import { chartOf, hasSales } from "./overview-sheet.server";
import { firstOf, orderCells, orderColumns, ordersTable, salesTable } from "./sales-tables.server";
import { type Asked, ON_A_PAGE } from "./screen";
import type { Sheet, SheetCell, SheetTable } from "./sheet";

const TITLES = {
  day: "Sales by day",
  product: "Sales by product",
  variant: "Sales by size and color",
  category: "Sales by category",
  code: "Sales by code",
  state: "Sales by state",
  order: "Sales by order",
};

/** Sheet of sales by day, product, variant, category, code, state or order. */
export async function salesSheet(asked: Asked): Promise<Sheet> {
  const { view, period } = asked;
  const head = `${spanWords(period)}, by the shop's day.`;
  if (view.by === "day") return { ...(await dailySheet(asked)), title: TITLES.day, head };
  if (view.by === "order") return ordersSheet(asked, head);
  const { table, count } = await salesTable(asked, view.by);
  const first = firstOf(asked);
  const last = first + table.rows.length;
  return {
    title: TITLES[view.by],
    head,
    tables: [table],
    isOfPeriod: true,
    pages: {
      ...pagesFrom(first, last < count),
      words: `${rowsWords(first, last)} of ${count.toLocaleString("en-US")}, most net sales first`,
    },
  };
}

/** Sheet of the orders with sales or refunds in the period, those with the latest first. */
async function ordersSheet(asked: Asked, head: string): Promise<Sheet> {
  const { table, hasMore } = await ordersTable(asked);
  const first = firstOf(asked);
  return {
    title: TITLES.order,
    head: `${head} Orders that were paid, refunded or changed then: the file behind all other figures.`,
    tables: [table],
    isOfPeriod: true,
    pages: {
      ...pagesFrom(first, hasMore),
      words: `${rowsWords(first, first + table.rows.length)}, those paid, refunded or changed last first`,
    },
  };
}

const pagesFrom = (first: number, hasMore: boolean) => ({
  previous: first > 0 ? Math.max(0, first - ON_A_PAGE) : null,
  next: hasMore ? first + ON_A_PAGE : null,
});

const rowsWords = (first: number, last: number): string =>
  `${(first + 1).toLocaleString("en-US")} to ${last.toLocaleString("en-US")}`;

async function dailySheet(asked: Asked): Promise<Pick<Sheet, "tables" | "chart" | "isOfPeriod">> {
  const { services, member, view, period } = asked;
  const spans = period.before ? [period, period.before] : [period];
  const [now = [], before = []] = await salesByDay(services, member, spans, filterIn(view));
  return {
    ...(hasSales([...now, ...before]) && { chart: chartOf(asked, now, before) }),
    isOfPeriod: true,
    tables: [dailyTable(asked, now, before)],
  };
}

/** Table of sales by day; by week or month for a long period, except in a file. */
function dailyTable({ view, period, isFile }: Asked, now: DaySums[], before: DaySums[]): SheetTable {
  const step: Step = isFile ? "day" : stepOf(period);
  // A product or a category has no total sales. Files always have all columns.
  const isShort = !isFile && (view.product !== null || view.category !== null);
  const measure = isShort ? netOf : totalOf;
  const cellsOf = (name: string, sums: Sums, other: Sums): SheetCell[] => {
    const cells = [name, ...orderCells(sums)].filter((_, place) => !isShort || place !== TOTAL_AT);
    const [value, was] = [measure(sums), measure(other)];
    return period.before ? [...cells, was, changeOf(value, was)] : cells;
  };
  const groupsBefore = inSteps(before, step);
  const sumsOf = (days: DaySums[]): Sums => added(days.map((day) => day.sums));
  const rows = inSteps(now, step).map(({ from, to, days }, index) => ({
    key: from,
    cells: cellsOf(isFile ? from : stepName({ from, to }, step), sumsOf(days), sumsOf(groupsBefore[index]?.days ?? [])),
    ...(period.open !== null && from <= period.open && period.open <= to && { note: "not over" }),
  }));
  const beside = [
    { name: `${isShort ? "Net" : "Total"} sales before`, kind: "money" as const },
    { name: "Change", kind: "share" as const },
  ];
  return {
    name: "sales-by-day",
    title: `Every ${step}`,
    columns: [
      { name: HEADS[step], kind: "text" },
      ...orderColumns.filter((_, place) => !isShort || place + 1 !== TOTAL_AT),
      ...(period.before ? beside : []),
    ],
    rows: isFile ? rows : rows.toReversed(),
    all: cellsOf("All", sumsOf(now), sumsOf(before)),
    says: [
      ...(isShort ? [NO_TOTAL] : []),
      ...(step === "day" ? [] : [{ lead: `A row is a ${step}.`, words: "The file has every day." }]),
    ],
  };
}

const HEADS = { day: "Day", week: "Week", month: "Month" };
const NO_TOTAL = {
  lead: "There are no total sales by product.",
  words: "Delivery, fees and their tax belong to whole orders, and goodwill to no line.",
};
const TOTAL_AT = 1 + orderColumns.findIndex(({ name }) => name === "Total sales");
