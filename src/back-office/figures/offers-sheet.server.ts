import { discountsGiven, type GivenSums } from "~/shop/figures/offer-sums.server";
import { figures } from "./figures-address";
import { spanWords } from "./figures-words";
import type { Asked } from "./screen";
import { leftOutOf, type Sheet, type SheetColumn, type SheetTable } from "./sheet";

/** Sheet of offers: what each gave to how many orders, and all discounts by the offer or code that gave them. */
export async function offersSheet(asked: Asked): Promise<Sheet> {
  const { services, member, period } = asked;
  const given = await discountsGiven(services, member, period);
  return {
    title: "Offers",
    head: `${spanWords(period)}, by the shop's day. An order counts on the day it was paid; what was given stays given when pieces come back.`,
    tables: [offersTable(given, asked), discountsTable(given, asked)],
    isOfPeriod: true,
  };
}

const COLUMNS: SheetColumn[] = [
  { name: "Orders", kind: "count" },
  { name: "Gave", kind: "money" },
  { name: "Brought, net", kind: "money" },
];

function offersTable(given: GivenSums[], { most }: Asked): SheetTable {
  const own = given.filter(({ by }) => by === "offer");
  return {
    name: "offers",
    title: "What offers gave",
    columns: [{ name: "Offer", kind: "text" }, ...COLUMNS],
    rows: own.slice(0, most).map((row) => ({
      key: row.key,
      cells: [row.name, row.orders, row.given, row.brought],
      to: `/offers/${row.key}`,
    })),
    says: [
      { lead: "An order with two offers stands in both rows,", words: "with all that it brought." },
      ...leftOutOf(Math.min(most, own.length), own.length, "offers"),
    ],
    empty: "No order of this period got an offer.",
    isWide: true,
  };
}

function discountsTable(given: GivenSums[], { most, view }: Asked): SheetTable {
  const sum = given.reduce((all, row) => all + row.given, 0);
  return {
    name: "discounts",
    title: "All discounts, by what gave them",
    columns: [
      { name: "Offer or code", kind: "text" },
      { name: "Kind", kind: "text" },
      { name: "Orders", kind: "count" },
      { name: "Gave", kind: "money" },
    ],
    rows: given.slice(0, most).map((row) => ({
      key: `${row.by} ${row.key}`,
      cells: [row.name || "Without a code", row.by === "offer" ? "Offer" : "Code", row.orders, row.given],
      to:
        row.by === "offer"
          ? `/offers/${row.key}`
          : figures.addressOf({ ...view, by: "day", code: row.key }, "/figures/sales"),
    })),
    all: ["All", "", null, sum],
    says: [
      { lead: "Together they are the discounts of all other figures.", words: "A code counts on what offers left." },
      ...leftOutOf(Math.min(most, given.length), given.length, "offers and codes"),
    ],
    empty: "Nothing was taken off in this period.",
    isWide: true,
  };
}
