import { type DaySums, salesByDay } from "~/shop/figures/sales-by-day.server";
import { added, noSums, type Sums } from "~/shop/figures/sums";
import { wholeDays } from "~/shop/figures/whole-days";
import { filterIn, isOfGoods } from "./figures-address";
import { inSteps, type Step, stepName, stepOf } from "./chart-steps";
import { changeOf, spanWords } from "./figures-words";
import { chartOf, hasSales, measureOf } from "./overview-sheet.server";
import { firstOf, NO_TOTAL, orderCellsOf, orderColumnsOf, ordersTable, salesTable } from "./sales-tables.server";
import { type Asked, ON_A_PAGE } from "./screen";
import type { Sheet, SheetCell, SheetRow, SheetTable } from "./sheet";

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
  const { table, count, onlyBefore } = await salesTable(asked, view.by);
  const first = firstOf(asked);
  const last = first + table.rows.length;
  return {
    title: TITLES[view.by],
    head,
    tables: [table],
    isOfPeriod: true,
    pages: {
      ...pagesFrom(first, last < count + onlyBefore),
      words:
        table.rows.length === 0
          ? ""
          : `${rowsWords(first, last)} of ${countWords(count, onlyBefore)}, most net sales first`,
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
      words:
        table.rows.length === 0
          ? ""
          : `${rowsWords(first, first + table.rows.length)}, those paid, refunded or changed last first`,
    },
  };
}

const pagesFrom = (first: number, hasMore: boolean) => ({
  previous: first > 0 ? Math.max(0, first - ON_A_PAGE) : null,
  next: hasMore ? first + ON_A_PAGE : null,
});

/** Number of rows of a list: of the period, and of the one that it is compared with only. */
const countWords = (count: number, onlyBefore: number): string => {
  const [own, more, all] = [count, onlyBefore, count + onlyBefore].map((rows) => rows.toLocaleString("en-US"));
  return onlyBefore === 0 ? `${own}` : `${all}: ${own} of these days, and after them ${more} only of those beside`;
};

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
  const { measure, name: measured } = measureOf(view);
  const cellsOf = (
    name: string,
    sums: Sums,
    other: Sums,
    change: SheetCell = changeOf(measure(sums), measure(other)),
  ): SheetCell[] => [name, ...orderCellsOf(view, sums), ...(period.before ? [measure(other), change] : [])];
  const groupsBefore = inSteps(before, step);
  const sumsOf = (days: DaySums[]): Sums => added(days.map((day) => day.sums));
  const rows = inSteps(now, step).map(({ from, to, days }, index): SheetRow => {
    const isOpen = period.open !== null && from <= period.open && period.open <= to;
    const name = isFile ? from : stepName({ from, to }, step, period);
    const sums = [sumsOf(days), sumsOf(groupsBefore[index]?.days ?? [])] as const;
    return { key: from, cells: cellsOf(name, ...sums, ...(isOpen ? [null] : [])), ...(isOpen && { note: "not over" }) };
  });
  // A month before may be longer: its last days have no day beside them.
  const left = period.open === null ? sumsOf(groupsBefore.slice(rows.length).flatMap(({ days }) => days)) : noSums;
  if (measure(left) !== 0) rows.push({ key: "left", cells: cellsOf("The rest of the month before", noSums, left) });
  // The change leaves out today, and the day that today would be compared with.
  const whole = wholeDays(now, before, period.open !== null);
  const changeOfWhole = changeOf(measure(sumsOf(whole.now)), measure(sumsOf(whole.before)));
  const beside = [
    { name: `${measured} before`, kind: "money" as const },
    { name: "Change", kind: "share" as const },
  ];
  return {
    name: "sales-by-day",
    title: `Every ${step}`,
    columns: [{ name: HEADS[step], kind: "text" }, ...orderColumnsOf(view), ...(period.before ? beside : [])],
    rows: isFile ? rows : rows.toReversed(),
    all: cellsOf("All", sumsOf(now), sumsOf(before), changeOfWhole),
    says: [
      ...(isOfGoods(view) ? [NO_TOTAL] : []),
      ...(step === "day" ? [] : [{ lead: `A row is a ${step}.`, words: "The file has every day." }]),
      ...(period.open && period.before
        ? [{ lead: "Today is not over.", words: "The change of all days is without it." }]
        : []),
    ],
  };
}

const HEADS = { day: "Day", week: "Week", month: "Month" };
