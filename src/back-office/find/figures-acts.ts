import type { FoundAct } from "./found-act";

/** Screens of figures that the palette finds. A member needs the right to read figures, and for some screens another one (`right`). */
const SCREENS: (Omit<FoundAct, "without"> & { also: string })[] = [
  {
    to: "/figures/payouts",
    name: "Fees and payouts",
    also: "bank stripe balance reconcile deposit money expected arrive",
    right: "money.read",
  },
  { to: "/figures/searches", name: "What riders search for", also: "search terms keywords no result searches found" },
  { to: "/figures/steps", name: "Steps to an order", also: "funnel conversion checkout abandoned cart bag carts" },
  {
    to: "/figures",
    name: "Look at sales",
    also: "figures revenue turnover report statistics net gross total overview",
  },
  { to: "/figures/sales", name: "Sales by day", also: "daily week month revenue net gross total report" },
  {
    to: "/figures/sales?by=product",
    name: "Best sellers",
    also: "sales by product top selling sold best margin profit net",
  },
  { to: "/figures/sales?by=variant", name: "Sales by size and color", also: "variant sku net" },
  { to: "/figures/sales?by=category", name: "Sales by category", also: "department collection type net margin" },
  { to: "/figures/sales?by=code", name: "What codes cost", also: "discounts discount coupon sales by code given" },
  { to: "/figures/offers", name: "What offers cost", also: "discounts offer promotion given orders" },
  { to: "/figures/sales?by=state", name: "Sales by state", also: "region country place figures net" },
  { to: "/figures/sales?by=order", name: "Sales by order", also: "each every order list accountant refunds net" },
  {
    to: "/figures/returns",
    name: "What comes back, and why",
    also: "returns return refunds refund rate by reason reasons product size",
  },
  { to: "/figures/goods?show=slow", name: "What lies longest", also: "slow moving dead stock not sold" },
  { to: "/figures/goods?show=out", name: "Sold out, with who waits", also: "back in stock requests" },
  { to: "/figures/tax", name: "Tax that was taken, by state", also: "sales tax report filing accountant" },
  {
    to: "/figures/delivery",
    name: "What delivery brought, by zone",
    also: "shipping postage fees zones freight charged",
  },
  {
    to: "/figures/gift-cards",
    name: "What is outstanding on gift cards",
    also: "liability debt breakage escheat unclaimed month",
    right: "gift-cards.read",
  },
  {
    to: "/figures/stock",
    name: "What the stock is worth",
    also: "inventory value at cost valuation",
    right: "goods.cost.read",
  },
  { to: "/figures/stock?show=age", name: "How long the stock lies here", also: "inventory age old aging" },
  { to: "/figures/stock?show=days", name: "How long the stock lasts", also: "inventory days left of stock pace cover" },
  { to: "/figures/stock?show=buy", name: "What to buy again", also: "reorder purchase list restock order" },
];

export const FIGURES_ACTS: FoundAct[] = SCREENS.map((screen) => ({ right: "figures.read", ...screen }));
