import routes from "../src/back-office/routes.ts";

/** Screens that are open without signing in. */
const DOOR = new Set(["/sign-in", "/sign-in/help", "/sign-in/new-password"]);
/**
 * Addresses that are not measured: pages that need a one-time link or the session it starts, signing out, and the page for
 * unknown addresses.
 */
const LEFT_OUT = new Set([
  "/welcome",
  "/welcome/restore",
  "/welcome/invitation",
  "/welcome/way-in",
  "/welcome/codes",
  "/sign-out",
  "/*",
]);

/** For each pattern of a screen with parameters, an SQL query for a record whose columns are the parameters of the address. */
const EXAMPLES = {
  "/orders/:number": "select number from order_facts order by lines desc limit 1",
  "/orders/made/:number": "select order_number as number from made_orders limit 1",
  "/orders/:number/parcels/:parcel": "select order_number as number, id as parcel from parcels limit 1",
  "/orders/:number/letters/:letter": "select order_number as number, id as letter from letters limit 1",
  "/goods/:id": "select id from products limit 1",
  "/goods/categories/:category":
    "select id as category from categories where parent_id is not null and put_away_at is null order by position limit 1",
  "/goods/size-guides/:guide": "select coalesce(min(id), 'new') as guide from size_guides",
  // Selections of products can be opened only by the member who made them.
  "/goods/many/:set": null,
  "/imports/:number": "select id as number from imports limit 1",
  "/imports/:number/rows/:state": "select id as number, 'new' as state from imports limit 1",
  "/content/:number": "select id as number from content_imports limit 1",
  "/queue/:part?/:entry?": "select 'reviews' as part, '' as entry",
  "/goods/bulk/plans/:plan": "select id as plan from price_plans limit 1",
  "/returns/:number": "select number from returns limit 1",
  "/words/:page/:question?": "select 'home' as page, '' as question",
  "/words/articles/:article": "select id as article from posts limit 1",
  // A new shop has no zone of delivery.
  "/settings/zones/:zone": null,
  "/discounts/:code": "select code from discount_codes limit 1",
  "/stock/count/:take": "select id as take from stock_takes limit 1",
  "/stock/:variantId": 'select id as "variantId" from variants limit 1',
  "/figures/:screen?": "select 'sales' as screen",
  "/figures/:screen/print": "select 'overview' as screen",
  "/messages/:id": "select id from messages limit 1",
  // Keys of people are encrypted with the shop's secret, so no query can compute one.
  "/people/:key": null,
  // In a filled shop nobody has asked for their data, and nobody was erased.
  "/people/requests/:id": null,
  "/recalls/:id": null,
  // A filled shop has no offers.
  "/offers/:id": null,
  // In a filled shop nobody was given a gift card.
  "/gift-cards/:id": null,
  "/gift-cards/:id/correct": null,
  "/gift-cards/:id/pay-out": null,
  "/gift-cards/:id/refund": null,
  "/gift-cards/:id/:act": null,
  "/erasures/:id": null,
  "/settings/tax/:state": "select 'NY' as state",
  "/settings/tax/:state/rates": "select 'NY' as state",
  // A ZIP range of a state has a page only after a member has entered one.
  "/settings/tax/:state/rates/:range": null,
  "/settings/:group?": "select 'shop' as group",
  "/log/:act": "select submission as act from audit limit 1",
  "/members/:id": "select id from member_accounts limit 1",
};

/**
 * All screens of the routes: pattern, whether the screen is open without signing in (`isDoor`), and the query for a record
 * (`example`): empty for an address without parameters, null for a record that cannot be opened here, undefined where EXAMPLES
 * has no query.
 */
export const screens = () =>
  patternsOf(routes, "")
    .filter((pattern) => !LEFT_OUT.has(pattern))
    .map((pattern) => ({ pattern, isDoor: DOOR.has(pattern), example: exampleOf(pattern) }));

/** The address of a screen with the parameters of a record. */
export const pathOf = (pattern, record) =>
  pattern.replace(/:(\w+)\??/g, (_, name) => encodeURIComponent(record[name] ?? "")).replace(/\/+(?=\/|$)/g, "");

/** Returns the query for a pattern: the entry of EXAMPLES for the pattern itself, or for its longest parent path. */
function exampleOf(pattern) {
  if (!pattern.includes(":")) return "";
  const nearest = Object.keys(EXAMPLES).filter((known) => pattern === known || pattern.startsWith(`${known}/`));
  const [example] = nearest.toSorted((a, b) => b.length - a.length);
  return EXAMPLES[example];
}

/** Patterns of all pages; routes that answer with a file are left out. */
function patternsOf(entries, above) {
  return entries.flatMap(({ path, index, file, children = [] }) => {
    const pattern = path === undefined ? above : `${above}/${path}`;
    const own =
      file.endsWith(".tsx") && (path !== undefined || index) && !pattern.endsWith("/file") ? [pattern || "/"] : [];
    return [...own, ...patternsOf(children, pattern)];
  });
}
