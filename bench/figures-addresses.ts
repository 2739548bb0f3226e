const TWO_YEARS_AGO = new Date(Date.now() - 730 * 86_400_000).toISOString().slice(0, 10);
const lists = (screen: string, name: string, values: string[]) => values.map((value) => `${screen}?${name}=${value}&`);

/**
 * Addresses of every screen of figures, one for each list that it can show, and of the overview of one category. Screens with a period
 * show the last two years.
 */
export const FIGURES = [
  "/figures?",
  "/figures?category=Jackets&",
  ...lists("/figures/sales", "by", ["day", "product", "variant", "category", "code", "state", "order"]),
  "/figures/returns?",
  ...lists("/figures/goods", "show", ["best", "slow", "out"]),
  "/figures/tax?",
  "/figures/delivery?",
  "/figures/payouts?",
  "/figures/searches?",
  "/figures/steps?",
  "/figures/gift-cards?",
  "/figures/offers?",
  ...lists("/figures/stock", "show", ["value", "age", "days", "buy"]),
].map((path) => `${path}period=own&from=${TWO_YEARS_AGO}`);

/** Addresses below /back-office that a screen of figures links to: its print page, and the files of its tables. */
export function papersOf(html: string): { print: string | undefined; files: string[] } {
  const found = [...html.matchAll(/href="\/back-office(\/figures\/[a-z-]+\/(print|file)[^"]*)"/g)].map(([, to = ""]) =>
    to.replaceAll("&amp;", "&"),
  );
  return {
    print: found.find((to) => to.includes("/print")),
    files: [...new Set(found.filter((to) => to.includes("/file/")))],
  };
}

/** Short name of a screen or file of figures: its path, the list that it shows, and whether it is limited to a category. */
export function figuresName(address: string): string {
  const url = new URL(address, "http://localhost");
  const list = url.searchParams.get("by") ?? url.searchParams.get("show");
  const screen = url.pathname.replace(/^\/figures\/?/, "").replace("/file/", ", file ") || "overview";
  return screen + (list ? ` by ${list}` : "") + (url.searchParams.has("category") ? " of one category" : "");
}
