import type { Right } from "~/shop/members/rights";

/** What can be done from anywhere, by the page where it is done. */
export const ACTS: { to: string; name: string; right?: Right }[] = [
  { to: "/goods/bulk/percent", name: "Put goods on sale, by percent", right: "goods.prices" },
  { to: "/goods/bulk", name: "Change many prices in bulk", right: "goods.prices" },
  { to: "/goods/bulk/plans", name: "See planned sales and prices", right: "goods.prices" },
  { to: "/goods/categories", name: "Categories", right: "goods.read" },
  { to: "/goods/new", name: "Add a product", right: "goods.change" },
  { to: "/discounts/new", name: "Make a discount code", right: "discounts.change" },
  { to: "/stock/delivery", name: "Receive a delivery", right: "stock.change" },
  { to: "/stock/count", name: "Count the stock", right: "stock.change" },
  { to: "/settings/mail", name: "Send a test letter", right: "settings.change" },
  { to: "/demo", name: "Clear the demo goods", right: "goods.change" },
  { to: "/content", name: "Export or import the whole content", right: "export" },
  { to: "/members/invite", name: "Invite a member", right: "members" },
  { to: "/account", name: "Change how I sign in" },
  { to: "/imports", name: "Import products", right: "goods.import" },
  { to: "/imports", name: "Save all goods as a file", right: "export" },
  { to: "/log", name: "Take a change back", right: "log.read" },
  { to: "/keys", name: "Change light or keys" },
];
