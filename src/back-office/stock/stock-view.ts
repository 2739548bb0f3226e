import { categoriesIn, categoriesOf } from "~/shop/catalog/editing/category-filter";
import type { LevelFilter } from "~/shop/catalog/stock/level";
import { lineFault } from "~/shop/plain-text";

/** Filter of the levels in an address; parts that make no sense are left out. */
export function stockView(search: URLSearchParams): LevelFilter {
  const show = search.get("show");
  const after = Number(search.get("after"));
  return {
    show: show === "low" || show === "out" ? show : "all",
    text: (search.get("q") ?? "").trim().slice(0, 100),
    categories: categoriesIn(search),
    shelf: shelfIn(search.get("shelf")),
    order: search.get("order") === "fewest" ? "fewest" : "name",
    after: Number.isSafeInteger(after) && after > 0 && after < 2 ** 31 ? after : null,
  };
}

/** A shelf as a form or an address names it; nothing for none. */
export const shelfIn = (text: string | null | undefined): string | null =>
  text && !lineFault(text) ? text.slice(0, 64) : null;

/** The address of a view. */
export function stockAddress({ show, text, categories, shelf, order, after }: LevelFilter): string {
  const search = new URLSearchParams({
    ...(show !== "all" && { show }),
    ...(text && { q: text }),
    ...categoriesOf(categories),
    ...(shelf && { shelf }),
    ...(order !== "name" && { order }),
    ...(after !== null && { after: String(after) }),
  });
  return search.size > 0 ? `/stock?${search}` : "/stock";
}

/** A number of a record in an address; nothing for anything else. */
export const numberIn = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
