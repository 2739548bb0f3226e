import type { Right } from "~/shop/members/rights";

interface FoundAct {
  to: string;
  name: string;
  right?: Right;
  /** Page to open instead for members without this right. */
  without?: { right: Right; to: string };
  /** Synonyms that merchants use. */
  also?: string;
}

/** Acts that the palette finds, each with the page on which a member does it. */
export const ACTS: FoundAct[] = [
  {
    to: "/goods/bulk/percent",
    name: "Put goods on sale, by percent",
    right: "goods.prices",
    also: "sale price percent off reduce markdown",
  },
  { to: "/goods/bulk", name: "Change many prices in bulk", right: "goods.prices", also: "price change bulk edit cost" },
  { to: "/goods/bulk/plans", name: "See planned sales and prices", right: "goods.prices", also: "scheduled end" },
  { to: "/goods/new", name: "Add a product", right: "goods.change", also: "new create item article" },
  { to: "/goods/categories", name: "Categories", right: "goods.read", also: "collections menu tree" },
  { to: "/goods/size-guides", name: "Size guides", right: "goods.read", also: "size chart table measures" },
  { to: "/orders/paste", name: "Paste tracking numbers", right: "orders.ship", also: "ship send parcels many carrier" },
  {
    to: "/orders?ship=left",
    name: "Pack and send orders",
    right: "orders.ship",
    also: "ship fulfill pick list slips print",
  },
  {
    to: "/orders/made/new",
    name: "Make an order for a shopper",
    right: "orders.make",
    also: "phone mail fair draft invoice pay link new order by hand",
  },
  {
    to: "/orders/made",
    name: "Orders made here",
    right: "orders.make",
    also: "phone draft unpaid pay link open invoice",
  },
  { to: "/orders/export", name: "Save orders as a spreadsheet", right: "export", also: "csv excel download export" },
  { to: "/returns/new", name: "Start a return", right: "returns.settle", also: "exchange refund" },
  {
    to: "/discounts/new",
    name: "Make a discount code",
    right: "discounts.change",
    also: "coupon voucher promo promotion free delivery new",
  },
  {
    to: "/stock/delivery",
    name: "Receive a delivery",
    right: "stock.change",
    also: "restock goods in supplier inventory",
  },
  { to: "/stock/count", name: "Count the stock", right: "stock.change", also: "stock-take stocktake inventory scan" },
  {
    to: "/figures/payouts",
    name: "Fees and payouts",
    right: "figures.read",
    also: "bank stripe balance reconcile deposit",
  },
  {
    to: "/figures/searches",
    name: "What riders search for",
    right: "figures.read",
    also: "search terms keywords no result",
  },
  {
    to: "/figures/steps",
    name: "Steps to an order",
    right: "figures.read",
    also: "funnel conversion checkout abandoned",
  },
  { to: "/figures", name: "Look at sales", right: "figures.read", also: "figures revenue turnover report statistics" },
  {
    to: "/figures/sales?by=product",
    name: "Best sellers",
    right: "figures.read",
    also: "sales by product category top selling sold best margin profit",
  },
  {
    to: "/figures/sales?by=code",
    name: "What codes cost",
    right: "figures.read",
    also: "discount coupon sales by code",
  },
  {
    to: "/figures/sales?by=state",
    name: "Sales by state",
    right: "figures.read",
    also: "region country place figures",
  },
  { to: "/figures/returns", name: "What comes back, and why", right: "figures.read", also: "return rate reasons size" },
  {
    to: "/figures/goods?show=slow",
    name: "What lies longest",
    right: "figures.read",
    also: "slow moving dead stock not sold",
  },
  {
    to: "/figures/goods?show=out",
    name: "Sold out, with who waits",
    right: "figures.read",
    also: "back in stock requests",
  },
  {
    to: "/figures/tax",
    name: "Tax that was taken, by state",
    right: "figures.read",
    also: "sales tax report filing accountant",
  },
  {
    to: "/figures/stock",
    name: "What the stock is worth",
    right: "figures.read",
    also: "inventory value cost age valuation",
  },
  { to: "/figures/stock?show=buy", name: "What to buy again", right: "figures.read", also: "reorder purchase list" },
  { to: "/settings/mail", name: "Send a test letter", right: "settings.change", also: "e-mail email smtp mail server" },
  {
    to: "/words/return-policy",
    name: "Change a policy",
    right: "content.read",
    also: "terms privacy returns legal text words page",
  },
  { to: "/words/articles", name: "Articles", right: "content.read", also: "blog posts write" },
  {
    to: "/words/old-addresses",
    name: "Old addresses",
    right: "content.read",
    also: "redirects 404 not found moved links",
  },
  { to: "/words/faq", name: "Questions and answers", right: "content.read", also: "faq help answers words" },
  { to: "/words/home", name: "Change the home page", right: "content.read", also: "hero words front page start" },
  {
    to: "/settings/tax",
    name: "Sales tax",
    right: "settings.read",
    also: "taxes rates states register nexus vat collect zip county holiday exempt",
  },
  { to: "/demo", name: "Clear the demo goods", right: "goods.change", also: "delete remove samples example products" },
  {
    to: "/start-for-real",
    name: "Start for real",
    right: "start-for-real",
    also: "go live open reset clear test orders samples demo begin empty delete",
  },
  {
    to: "/content",
    name: "Export or import the whole content",
    right: "export",
    also: "backup move download copy shop",
  },
  {
    to: "/members/invite",
    name: "Invite a member",
    right: "members",
    also: "add staff user employee team colleague ask somebody in",
  },
  {
    to: "/account",
    name: "Change how I sign in",
    also: "password passkey two-factor 2fa recovery codes log out sign out sessions my account e-mail email name",
  },
  { to: "/imports", name: "Import products", right: "goods.import", also: "csv shopify upload spreadsheet" },
  {
    to: "/imports",
    without: { right: "goods.import", to: "/goods" },
    name: "Save all goods as a file",
    right: "export",
    also: "csv export products download spreadsheet",
  },
  { to: "/log", name: "Take a change back", right: "log.read", also: "undo restore history revert" },
  { to: "/keys", name: "Change light or keys", also: "dark mode night day theme shortcuts keyboard" },
];
