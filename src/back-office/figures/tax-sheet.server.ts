import { nameIn } from "~/platform/by-name";
import { taxCollected } from "~/shop/figures/tax-collected.server";
import { sum } from "~/shop/money";
import { stateNames } from "~/shop/us-states";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import { kindNames } from "../tax/tax-words";
import { spanWords } from "./figures-words";
import type { Asked } from "./screen";
import type { Sheet } from "./sheet";

/** Names of the kinds of goods, and of the parts of an order that belong to no goods. */
const PARTS: Record<TaxKind | "delivery" | "fee" | "order" | "other", string> = {
  ...kindNames,
  delivery: "Delivery",
  fee: "Fees",
  order: "Whole orders",
  other: "Other goods",
};

/** Sheet of collected tax by state and kind. */
export async function taxSheet({ services, member, period }: Asked): Promise<Sheet> {
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
            cells: [name(state), nameIn(PARTS, kind ?? "other", PARTS.other), sales, tax],
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
