import type { DaySums } from "~/shop/figures/sales-by-day.server";
import { salesByDay } from "~/shop/figures/sales-by-day.server";
import { slowAndValue } from "~/shop/figures/stock-at-hand.server";
import { added, netOf, type Sums, totalOf } from "~/shop/figures/sums";
import { comparisonOf, type Period } from "~/shop/figures/period";
import { wholeDays } from "~/shop/figures/whole-days";
import { type Cents, cents, formatCents } from "~/shop/money";
import { counted } from "../count-words";
import { upOrDown } from "../up-or-down";
import { type ChartBar, drawnBars } from "./chart.server";
import { inSteps, type Step, stepBeginning, stepName, stepOf } from "./chart-steps";
import { besideNames, shortDayWithin, spanWords } from "./figures-words";
import { filterIn, isOfGoods } from "./figures-address";
import { mostRows } from "./most-rows";
import type { Asked } from "./screen";
import { type ChainLink, type Sheet, type SheetChart, type SheetTable, signed } from "./sheet";
import { lostSearchesTable } from "./searches-sheet.server";
import { shortStepsTable } from "./steps-sheet.server";
import { payoutsTable } from "./payouts-sheet.server";
import { bestTable, codesTable } from "./sales-tables.server";
import { slowTable } from "./goods-sheet.server";
import { reasonsTable, returnedIn } from "./returns-sheet.server";
import { valueTable } from "./stock-sheet.server";

/** Sentence about the tables that a filter does not limit; none without a filter. */
function unlimitedWords({ product, category, code, state }: Asked["view"]): string {
  const isOfOrders = code !== null || state !== null;
  if (!isOfOrders && product === null && category === null) return "";
  return ` ${isOfOrders ? "What came back is not limited by code or state. " : ""}What lies longest, searches, steps, stock and payouts are those of the whole shop, whatever the others are limited to.`;
}

/** Sheet of the overview: sums from gross sales to total sales, a chart of days, and short tables of the other screens. */
export async function overviewSheet(asked: Asked): Promise<Sheet> {
  const { services, member, view, period } = asked;
  const spans = period.before ? [period, period.before] : [period];
  const [[now = [], before = []], payouts, best, [slow, value], ...others] = await Promise.all([
    salesByDay(services, member, spans, filterIn(view)),
    payoutsTable(asked, { most: 4 }),
    bestTable(asked, { most: 5 }),
    stockTables(asked, { most: 5 }),
    returnedIn(asked, 0).then((returned) => reasonsTable(returned, asked, 8)),
    codesTable(asked, { most: 5 }),
    lostSearchesTable(asked, { most: 6 }),
    shortStepsTable(asked),
  ]);
  const sumsOf = (days: DaySums[]) => added(days.map((day) => day.sums));
  const sums = sumsOf(now);
  const whole = wholeDays(now, before, period.open !== null);
  const compared = period.before && whole.now.length > 0 ? [sumsOf(whole.now), sumsOf(whole.before)] : [];
  return {
    title: "Figures",
    head: `${spanWords(period)}, by the shop's day. A sale counts on the day it was paid, a refund on the day it was made.${unlimitedWords(view)}`,
    chain: chainOf(sums, compared, view),
    remarks: remarksOf(sums, asked),
    ...(hasSales([...now, ...before]) && { chart: { ...chartOf(asked, now, before), table: daysTable(asked, now) } }),
    tables: [best, slow, ...others, value, ...payouts],
    isOfPeriod: true,
  };
}

/** Tables of what lies longest and of what stock costs. For a member who may see costs, both are from one pass over the stock. */
async function stockTables(asked: Asked, { most }: { most: number }): Promise<[SheetTable, SheetTable]> {
  const { services, member, period, mayCost } = asked;
  const wanted = { since: period.from, most: mostRows(asked, most) };
  const known = mayCost ? await slowAndValue(services, member, wanted) : undefined;
  return Promise.all([slowTable(asked, { most }, known?.slow), valueTable(asked, known?.value, most)]);
}

/** Whether any of the days has sales. */
export const hasSales = (days: DaySums[]): boolean => days.some(({ sums }) => totalOf(sums) !== 0 || netOf(sums) !== 0);

/**
 * Sums from gross sales to total sales, or to net sales for some goods, each with a note and its change. `compared` are the sums of
 * the period and of the period it is compared with, both of whole days; empty without a comparison.
 */
function chainOf(sums: Sums, [whole, before]: Sums[], view: Asked["view"]): ChainLink[] {
  const change = (read: (sums: Sums) => number): string =>
    whole && before ? upOrDown(Math.abs(read(whole)), Math.abs(read(before))) : "";
  const noted = (...words: (string | false)[]): string => words.filter(Boolean).join(", ");
  const minus = (name: string, amount: Cents, note: string): ChainLink => ({
    name,
    sum: signed(formatCents(cents(-amount))),
    note,
    sign: "−",
  });
  const plus = (name: string, amount: Cents, note: string): ChainLink => ({
    name,
    sum: signed(formatCents(amount)),
    note,
    sign: "+",
  });
  const untilNet: ChainLink[] = [
    {
      name: "Gross sales",
      sum: formatCents(sums.gross),
      note: noted(
        counted(sums.pieces, "piece"),
        change(({ gross }) => gross),
      ),
    },
    minus(
      "Discounts",
      sums.discounts,
      change(({ discounts }) => discounts),
    ),
    minus(
      "Returns",
      sums.returns,
      noted(
        counted(sums.piecesBack, "piece"),
        change(({ returns }) => returns),
      ),
    ),
    ...(sums.goodwill === 0 ? [] : [minus("Goodwill", sums.goodwill, "given without a line")]),
    ...(sums.changes === 0 ? [] : [plus("Changes", sums.changes, "of orders after payment, and exchanges")]),
  ];
  if (isOfGoods(view))
    return [...untilNet, { ...plus("Net sales", netOf(sums), change(netOf)), sign: "=", isTotal: true }];
  return [
    ...untilNet,
    { ...plus("Net sales", netOf(sums), change(netOf)), sign: "=", isSub: true },
    plus("Delivery", sums.delivery, "less what was given back"),
    ...(sums.fees === 0 ? [] : [plus("Fees", sums.fees, "that states ask for")]),
    plus("Sales tax", sums.tax, "less what was given back"),
    {
      ...plus("Total sales", totalOf(sums), noted(counted(sums.orders, "order"), change(totalOf))),
      sign: "=",
      isTotal: true,
    },
  ];
}

function remarksOf(sums: Sums, { mayCost, period, clock, view }: Asked): string[] {
  const { orders, cost, netWithCost, piecesKept, piecesWithoutCost } = sums;
  return [
    ...(orders > 0 && !isOfGoods(view)
      ? [`Average order ${formatCents(cents(Math.round((sums.gross + sums.discounts) / orders)))} of goods`]
      : []),
    ...(mayCost && piecesKept > 0 ? [marginWords({ cost, netWithCost, piecesKept, piecesWithoutCost })] : []),
    ...(period.open ? [`Today is not over: until ${clock}${period.before ? ", up and down without it" : ""}`] : []),
    "Equal to the cent to the file of its orders",
  ];
}

/** Describes the margin, e.g. "Margin $1,204.50, 41%, of 83% of pieces; 41 pieces without cost". */
function marginWords({
  cost,
  netWithCost,
  piecesKept,
  piecesWithoutCost,
}: Pick<Sums, "cost" | "netWithCost" | "piecesKept" | "piecesWithoutCost">): string {
  const known = piecesKept - piecesWithoutCost;
  if (known <= 0 || netWithCost <= 0) return `No margin: ${counted(piecesWithoutCost, "piece")} without cost`;
  const margin = signed(formatCents(cents(netWithCost - cost)));
  const part = Math.round((100 * (netWithCost - cost)) / netWithCost);
  if (piecesWithoutCost === 0) return `Margin ${margin}, ${part}% of net sales, of all pieces`;
  const of = Math.floor((100 * known) / piecesKept);
  return `Margin ${margin}, ${part}%, of ${of}% of pieces; ${counted(piecesWithoutCost, "piece")} without cost`;
}

/** The measure of a chart: total sales, or net sales of some goods, which have no total sales. */
export const measureOf = (view: Asked["view"]) =>
  isOfGoods(view) ? { measure: netOf, name: "Net sales" } : { measure: totalOf, name: "Total sales" };

/** Bar chart of total sales by day; by week or month for a long period. */
export function chartOf(
  { period, view, clock }: Pick<Asked, "period" | "view" | "clock">,
  now: DaySums[],
  before: DaySums[],
): SheetChart {
  const step = stepOf(period);
  const { measure, name } = measureOf(view);
  const groupsBefore = inSteps(before, step);
  const groups = inSteps(now, step);
  const late = step === "day" && groups.length > 14 ? groups.length - 7 : groups.length;
  const valueOf = (days: DaySums[]): number => days.reduce((sum, day) => sum + measure(day.sums), 0);
  const bars = groups.map(({ from, to, days }, index): ChartBar => {
    const isOpen = period.open !== null && from <= period.open && period.open <= to;
    return {
      name: stepName({ from, to }, step, period),
      value: valueOf(days),
      before: period.before ? valueOf(groupsBefore[index]?.days ?? []) : null,
      face: isOpen ? "last" : index >= late ? "late" : "early",
    };
  });
  const highest = bars.toSorted((one, other) => other.value - one.value)[0];
  const title = `${name} a ${step}`;
  const summary = highest
    ? `${title}, ${spanWords(period)}, highest ${formatCents(cents(highest.value))}: ${highest.name}`
    : title;
  return {
    title,
    ...drawnBars(bars, summary),
    ends: endsOf(period, groups, step, clock),
    key: [
      { face: "early", name: "earlier" },
      ...(late < groups.length
        ? [{ face: "late" as const, name: period.open ? "last 7 days" : "its last 7 days" }]
        : []),
      ...(period.open
        ? [{ face: "last" as const, name: `${step === "day" ? "today" : `this ${step}`}, not over` }]
        : []),
      ...(period.before ? [{ face: "was" as const, name: besideNames[comparisonOf(period, view.beside)] }] : []),
    ],
  };
}

/** Table of the chart's values, for the print version. */
function daysTable({ period, view }: Pick<Asked, "period" | "view">, now: DaySums[]): SheetTable {
  const step = stepOf(period);
  const { measure, name } = measureOf(view);
  return {
    name: "days",
    title: `${name} a ${step}`,
    columns: [
      { name: { day: "Day", week: "Week", month: "Month" }[step], kind: "text" },
      ...(isOfGoods(view) ? [] : [{ name: "Orders", kind: "count" as const }]),
      { name, kind: "money" },
    ],
    rows: inSteps(now, step).map(({ from, to, days }) => {
      const sums = added(days.map((day) => day.sums));
      const orders = isOfGoods(view) ? [] : [sums.orders];
      return { key: from, cells: [stepName({ from, to }, step, period), ...orders, measure(sums)] };
    }),
  };
}

/** Labels below the chart: up to three dates from its start on, and its last day. */
function endsOf(period: Period, groups: { from: string }[], step: Step, clock: string): string[] {
  const { open, to } = period;
  const last = open ? `Today, until ${clock}` : shortDayWithin(to, period);
  if (groups.length < 3) return [last];
  const inner = groups.length < 9 ? [0] : [0, Math.floor(groups.length / 3), Math.floor((2 * groups.length) / 3)];
  return [...inner.map((place) => stepBeginning(groups[place]?.from ?? to, step, period)), last];
}
