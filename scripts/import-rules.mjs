// Rules for imports between folders, each with its reason; check-imports.mjs applies them.
const ROOMS = [
  "members",
  "audit",
  "texts",
  "redirects",
  "offers",
  "catalog",
  "imports",
  "gift-cards",
  "discounts",
  "tax",
  "bag",
  "wishlist",
  "places",
  "payments",
  "orders",
  "checkout",
  "returns",
  "recalls",
  "figures",
  "stock-take",
  "reviews",
  "newsletter",
  "contact",
  "blog",
  "community",
  "information",
  "home",
  "publishing",
]; // lowest first
const TEST = "\\.test\\.tsx?$";
const HOOK = "^src/shop/.+/use-[a-z-]+\\.ts$";

/** Allowed imports from a lower room into a higher room (one later in ROOMS), with reasons; there may be at most five. */
export const upward = [
  {
    from: "^src/shop/bag/use-code\\.ts$",
    to: "^src/shop/checkout/(checkout|attempt)-store\\.ts$",
    reason:
      "A code counts for the e-mail address that the checkout of this browser session knows, and is not used by its own attempt to buy.",
  },
  {
    from: "^src/shop/bag/(cards-in-use\\.tsx|gift-card-store\\.ts|use-gift-cards\\.ts)$",
    to: "^src/shop/payments/gateway\\.ts$",
    reason: "Gift cards leave no less than the least payment of the method that pays the rest.",
  },
  {
    from: "^src/shop/catalog/(cards|product-page)/",
    to: "^src/shop/bag/bag-provider\\.tsx$",
    reason: "Goods go into the bag where they are shown.",
  },
  {
    from: "^src/shop/catalog/(cards|product-page)/",
    to: "^src/shop/wishlist/favorite-button\\.tsx$",
    reason: "Goods become favorites where they are shown.",
  },
  {
    from: "^src/shop/catalog/product-page/product\\.page\\.tsx$",
    to: "^src/shop/reviews/",
    reason: "The page of a product is put together of rooms, and is a leaf.",
  },
];

const never = (name, from, to, notFrom = []) => ({
  name,
  from: { path: from, pathNot: [TEST, ...[notFrom].flat()] },
  to: { path: to },
});
const vendor = (name, door) => never(`${name}-has-one-door`, "^src/", `node_modules/(${name})(/|$)`, door);

/**
 * Forbidden imports, from files that match `from` to files that match `to`: a file matches if it matches `path` and no `pathNot`.
 * `$1` in `to` is the first group of `from`. The path of a package is `node_modules/` and the imported name.
 */
export const forbidden = [
  never("ui-stands-alone", "^src/ui/", "^src/(?!ui/)"),
  never(
    "back-office-ui-knows-no-shop",
    "^src/back-office/ui/",
    "^src/(?!back-office/(ui/|count-words\\.ts$)|ui/use-hydrated\\.ts$|platform/(browser-storage|durations)\\.ts$)",
  ),
  never("platform-stands-alone", "^src/platform/", "^src/(?!platform/)"),
  never("rendering-knows-no-application", "^src/rendering/", "^src/(?!rendering/|platform/)"),
  never("back-office-knows-no-server", "^src/back-office/", "^src/(server|entry\\.server)"),
  never(
    "kernel-knows-no-room",
    "^src/shop/[^/]+$",
    "^src/(?!shop/[^/]+$|platform/(durations|by-name)\\.ts$)",
    "\\.(server|tables)\\.ts$",
  ),
  never(
    "kernel-server-knows-only-plumbing",
    "^src/shop/[^/]+\\.(server|tables)\\.ts$",
    "^src/(?!shop/[^/]+$|platform/)",
  ),
  never("shop-knows-no-frame", "^src/shop/", "^src/(shell|rendering|server|demo|back-office)/"),
  ...ROOMS.slice(0, -1).map((room, i) =>
    never(`${room}-looks-down`, `^src/shop/${room}/.+\\.tsx?$`, `^src/shop/(${ROOMS.slice(i + 1).join("|")})/`),
  ),
  never("content-knows-no-demo", "^src/content/", "^src/demo/"),
  never("every-room-is-listed", `^src/shop/(?!(${ROOMS.join("|")})/)[^/]+/`, "."),
  {
    name: "tables-are-private",
    from: { path: "^src/shop/([^/]+)/", pathNot: ["\\.tables\\.ts$", TEST] },
    to: { path: "\\.tables\\.ts$", pathNot: "^src/shop/$1/" },
  },
  never(
    "rules-are-pure",
    "^src/shop/.+/[a-z-]+(\\.wire)?\\.ts$",
    "\\.tsx$|\\.(server|tables|api|jobs)\\.ts$|node_modules/(react|react-router|hono|@hono|drizzle-orm|stripe)/",
    [
      HOOK,
      // Exception: the payment form of a gateway is a set of components that is loaded on demand.
      "^src/shop/payments/(load-)?provider\\.ts$",
    ],
  ),
  never("hooks-know-no-door", HOOK, "\\.(page|api|jobs|tables)\\.tsx?$"),
  never("only-doors-call-the-server", "^src/(shop|shell)/", "\\.server\\.ts$", "\\.(page|api|jobs|server)\\.tsx?$"),
  never("only-the-server-reads-tables", "^src/", "\\.tables\\.ts$", "\\.(server|tables)\\.ts$"),
  never("pages-are-leaves", "^src/", "\\.page\\.tsx$", "^src/routes\\.ts$"),
  never("testing-is-for-tests", "^src/", "^src/testing/", "^src/testing/"),
  {
    // An app of a test writes its counts before the shop of the test closes, which only `testApp` sees to.
    name: "tests-open-apps-by-test-app",
    from: { path: `${TEST}|^src/testing/`, pathNot: ["^src/testing/test-app\\.server\\.ts$"] },
    to: { path: "^src/server/app\\.ts$" },
  },
  vendor("stripe", ["^src/shop/payments/stripe[a-z-]*\\.server\\.ts$", "^src/testing/stripe-fake"]),
  vendor("pg-boss", "^src/platform/jobs\\.server\\.ts$"),
  vendor("nodemailer", "^src/platform/mail\\.server\\.ts$"),
  vendor("sharp", ["^src/platform/picture-store\\.server\\.ts$", "^src/platform/picture-encoder-process\\.ts$"]),
  vendor("opentype.js", "^src/platform/outlines\\.server\\.ts$"),
  vendor("s3mini", "^src/platform/object-store\\.server\\.ts$"),
  vendor("prom-client", "^src/platform/metrics\\.server\\.ts$"),
  vendor("pino", "^src/platform/log\\.server\\.ts$"),
  vendor("csv-stringify", "^src/platform/csv\\.server\\.ts$"),
  vendor("csv-parse", ["\\.server\\.ts$", "^src/shop/tax/rate-lines\\.ts$"]),
  vendor("drizzle-orm", ["^src/platform/[a-z-]+\\.server\\.ts$", "\\.(server|tables)\\.ts$"]),
  vendor("hono|@hono", ["^src/server/", "\\.(api|client)\\.ts$", "^src/testing/stripe-fake"]),
  vendor("@base-ui", ["^src/ui/", "^src/back-office/ui/"]),
];
