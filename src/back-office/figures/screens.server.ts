import { taxCollected } from "~/shop/figures/tax-collected.server";
import { sum } from "~/shop/money";
import { stateNames } from "~/shop/us-states";
import { spanWords } from "./figures-words";
import { slowTable, soldOutTable } from "./goods-tables.server";
import { searchesSheet, stepsSheet } from "./counts-sheets.server";
import { overviewSheet } from "./overview-sheet.server";
import { payoutsSheet } from "./payouts-sheet.server";
import { reasonsTable, returnedIn, returnsTable } from "./returns-tables.server";
import { salesSheet } from "./sales-sheet.server";
import { salesTable } from "./sales-tables.server";
import type { Asked } from "./screen";
import type { Sheet, SheetTable } from "./sheet";
import { ageTable, buyTable, daysTable, valueTable } from "./stock-tables.server";
import { kindNames } from "../tax/tax-texts";

/** Sheet of returned goods by reason, product and size. */
async function returnsSheet(asked: Asked): Promise<Sheet> {
  const returned = await returnedIn(asked, asked.most);
  return {
    title: "Returns",
    limits: { by: "category", label: "Goods", values: returned.categories },
    head: `${spanWords(asked.period)}, by the shop's day. Money that went back counts on the day it did, exchanges on the day they were settled.`,
    tables: [alone(reasonsTable(returned, asked, asked.most)), returnsTable(returned)],
    isOfPeriod: true,
  };
}

/** Removes the link to the full table, for the screen that shows the full table. */
const alone = ({ more: _, ...table }: SheetTable): SheetTable => table;

const GOODS_TITLES = { best: "Sold best", slow: "Lies longest", out: "Sold out" };

/** Sheet of best-selling, unsold or sold-out goods, by the view's `show`. */
async function goodsSheet(asked: Asked): Promise<Sheet> {
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
    tables: [(await salesTable(asked, "product")).table],
  };
}

const PARTS: Record<string, string> = {
  ...kindNames,
  delivery: "Delivery",
  fee: "Fees",
  order: "Whole orders",
  other: "Other goods",
};

/** Sheet of collected tax by state and kind. */
async function taxSheet({ services, member, period }: Asked): Promise<Sheet> {
  const rows = await taxCollected(services, member, period);
  const states = new Set(rows.filter(({ tax }) => tax !== 0).map(({ state }) => state));
  const shown = rows.filter(
    ({ state, sales, tax }) => (states.size === 0 || states.has(state)) && (sales !== 0 || tax !== 0),
  );
  const name = (state: string) => stateNames[state] ?? (state || "Without a state");
  return {
    title: "Tax by state and kind",
    head: `${spanWords(period)}, by the shop's day. Tax that was taken, less what went back. Refunds count on the day they were made.`,
    tables: [
      {
        name: "tax",
        title: "By state and kind",
        columns: [
          { name: "State", kind: "text" },
          { name: "Kind", kind: "text" },
          { name: "Sales before tax", kind: "money" },
          { name: "Tax", kind: "money" },
        ],
        rows: shown
          .toSorted((one, other) => name(one.state).localeCompare(name(other.state)))
          .map(({ state, kind, sales, tax }) => ({
            key: `${state} ${kind}`,
            cells: [name(state), PARTS[kind] ?? kind, sales, tax],
          })),
        all: ["All", "", sum(shown.map(({ sales }) => sales)), sum(shown.map(({ tax }) => tax))],
        says:
          states.size === 0
            ? [{ lead: "No tax was taken in these days.", words: "So all states are here." }]
            : [
                {
                  lead: "States without any tax in these days are left out.",
                  words: "Sales of exempt goods in the others are here.",
                },
              ],
        empty: "Nothing was sold or given back in this period.",
      },
    ],
    isOfPeriod: true,
  };
}

/** Sheet of stock by the view's `show`: value, age, days it lasts, or goods to buy again. */
async function stockSheet(asked: Asked): Promise<Sheet> {
  const { show } = asked.view;
  const sheet = {
    title: "Stock in figures",
    head: "As it is now: pieces that can be sold. What is held for orders or sold is taken off already.",
    isOfPeriod: false,
  };
  if (show === "buy" || show === "days") {
    const { table, limits } = await (show === "buy" ? buyTable : daysTable)(asked, asked);
    return { ...sheet, tables: [table], limits };
  }
  return { ...sheet, tables: [alone(await (show === "age" ? ageTable(asked, asked) : valueTable(asked)))] };
}

interface Screen {
  /** Name of the screen in lists. */
  name: string;
  sheet(asked: Asked): Promise<Sheet>;
  /** Lists of the screen with the values of `show` that open them. */
  lists?: { show: Asked["view"]["show"]; name: string }[];
}

/**
 * Screens of figures by the segment of their address. The sheet of a screen is the source of its page, print version and files.
 */
export const SCREENS: Record<string, Screen> = {
  overview: { name: "Overview", sheet: overviewSheet },
  sales: { name: "Sales", sheet: salesSheet },
  returns: { name: "Returns", sheet: returnsSheet },
  goods: {
    name: "Goods",
    sheet: goodsSheet,
    lists: [
      { show: "best", name: "Sold best" },
      { show: "slow", name: "Lies longest" },
      { show: "out", name: "Sold out" },
    ],
  },
  tax: { name: "Tax", sheet: taxSheet },
  payouts: { name: "Payouts", sheet: payoutsSheet },
  searches: { name: "Searches", sheet: searchesSheet },
  steps: { name: "Steps", sheet: stepsSheet },
  stock: {
    name: "Stock",
    sheet: stockSheet,
    lists: [
      { show: "value", name: "At cost" },
      { show: "age", name: "Age" },
      { show: "days", name: "Days left" },
      { show: "buy", name: "Buy again" },
    ],
  },
};
