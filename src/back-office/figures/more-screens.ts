import type { FiguresView } from "./figures-address";

/** Links to further screens of figures by subject, each with the parameters that it sets. */
export const MORE_SCREENS: { title: string; screens: [screen: string, name: string, view?: Partial<FiguresView>][] }[] =
  [
    {
      title: "Sales",
      screens: [
        ["sales", "By day"],
        ["sales", "By product", { by: "product" }],
        ["sales", "By size and color", { by: "variant" }],
        ["sales", "By category", { by: "category" }],
        ["sales", "By code", { by: "code" }],
        ["offers", "Offers"],
        ["sales", "By state", { by: "state" }],
        ["sales", "By order", { by: "order" }],
      ],
    },
    {
      title: "Goods",
      screens: [
        ["returns", "Returns by size and reason"],
        ["goods", "Lies longest", { show: "slow" }],
        ["goods", "Sold out, and who waits", { show: "out" }],
        ["searches", "Searches"],
      ],
    },
    {
      title: "Stock",
      screens: [
        ["stock", "Value at cost"],
        ["stock", "Age", { show: "age" }],
        ["stock", "Days left", { show: "days" }],
        ["stock", "Buy again", { show: "buy" }],
      ],
    },
    {
      title: "Money",
      screens: [
        ["payouts", "Fees and payouts"],
        ["tax", "Tax by state and kind"],
        ["delivery", "Delivery by zone"],
        ["gift-cards", "Gift cards"],
        ["steps", "Steps to an order"],
      ],
    },
  ];
