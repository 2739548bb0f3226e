import { byName } from "~/platform/by-name";
import { deliverySheet } from "./delivery-sheet.server";
import { giftCardsSheet } from "./gift-cards-sheet.server";
import { goodsSheet } from "./goods-sheet.server";
import { offersSheet } from "./offers-sheet.server";
import { overviewSheet } from "./overview-sheet.server";
import { payoutsSheet } from "./payouts-sheet.server";
import { returnsSheet } from "./returns-sheet.server";
import { salesSheet } from "./sales-sheet.server";
import type { Asked } from "./screen";
import { searchesSheet } from "./searches-sheet.server";
import type { Sheet } from "./sheet";
import type { FilterName } from "./shown-filters.server";
import { stepsSheet } from "./steps-sheet.server";
import { stockSheet } from "./stock-sheet.server";
import { taxSheet } from "./tax-sheet.server";

interface Screen {
  /** Name of the screen in the row of all screens. */
  name: string;
  sheet(asked: Asked): Promise<Sheet>;
  /** Filters that the screen applies to the list `show`; none if unset. */
  filters?(show: Asked["view"]["show"]): readonly FilterName[];
  /** Whether the screen compares its period with another one, by its view; it does not if unset. */
  isCompared?(view: Asked["view"]): boolean;
  /** Lists of the screen with the values of `show` that open them. */
  lists?: { show: Asked["view"]["show"]; name: string }[];
}

const OF_SALES = () => ["product", "category", "code", "state"] as const;

/**
 * Screens of figures by the segment of their address, in the order of the row under each title. The sheet of a screen is the source of its page, print version and files.
 */
export const SCREENS = byName<Screen>({
  overview: { name: "All", sheet: overviewSheet, filters: OF_SALES, isCompared: () => true },
  sales: { name: "Sales", sheet: salesSheet, filters: OF_SALES, isCompared: ({ by }) => by !== "order" },
  goods: {
    name: "Goods",
    sheet: goodsSheet,
    filters: (show) => (show === "out" ? ["size"] : show === "slow" ? [] : OF_SALES()),
    isCompared: ({ show }) => show !== "slow" && show !== "out",
    lists: [
      { show: "best", name: "Sold best" },
      { show: "slow", name: "Lies longest" },
      { show: "out", name: "Sold out" },
    ],
  },
  returns: { name: "Returns", sheet: returnsSheet, filters: () => ["product", "category"] },
  stock: {
    name: "Stock",
    sheet: stockSheet,
    filters: (show) => (show === "days" || show === "buy" ? ["size"] : []),
    lists: [
      { show: "value", name: "At cost" },
      { show: "age", name: "Age" },
      { show: "days", name: "Days left" },
      { show: "buy", name: "Buy again" },
    ],
  },
  payouts: { name: "Payouts", sheet: payoutsSheet },
  tax: { name: "Tax", sheet: taxSheet },
  offers: { name: "Offers", sheet: offersSheet },
  delivery: { name: "Delivery", sheet: deliverySheet },
  "gift-cards": { name: "Gift cards", sheet: giftCardsSheet },
  steps: { name: "Steps", sheet: stepsSheet },
  searches: { name: "Searches", sheet: searchesSheet },
});
