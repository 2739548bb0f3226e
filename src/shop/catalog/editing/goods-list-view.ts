import { z } from "zod";
import { PRODUCT_ID } from "../product-id-pattern";
import { categoriesIn } from "./category-filter";

export const goodsStatuses = ["published", "draft", "planned", "archived"] as const;
const goodsSorts = ["name", "newest"] as const;
const goodsOnly = ["low", "missing"] as const;

/** Which goods an address lists, and in which order. */
export interface GoodsView {
  search: string;
  /** Null leaves out only what is put away. */
  status: (typeof goodsStatuses)[number] | null;
  /** Ids of categories; without any, all products are listed. */
  categories: string[];
  /** Only those that few are left of, or that something is missing of. */
  only: (typeof goodsOnly)[number] | null;
  sort: (typeof goodsSorts)[number];
  /** Last row of the previous page: the value it is ordered by, and its id. */
  after: [string, string] | null;
}

const oneOf = <T extends string>(values: readonly T[], value: string | null): T | null =>
  values.find((each) => each === value) ?? null;

/** The view of an address; what makes no sense is left out. */
export function goodsView(search: URLSearchParams): GoodsView {
  const sort = oneOf(goodsSorts, search.get("sort")) ?? "name";
  return {
    search: (search.get("q") ?? "").replaceAll("\0", "").trim().slice(0, 100),
    status: oneOf(goodsStatuses, search.get("status")),
    categories: categoriesIn(search),
    only: oneOf(goodsOnly, search.get("only")),
    sort,
    after: afterIn(search.get("after"), sort),
  };
}

function afterIn(text: string | null, sort: GoodsView["sort"]): GoodsView["after"] {
  try {
    const after = z.tuple([z.string().max(200), z.string().regex(PRODUCT_ID)]).parse(JSON.parse(text ?? ""));
    if (after[0].includes("\0")) return null;
    return sort === "newest" && !isMoment(after[0]) ? null : after;
  } catch {
    return null;
  }
}

/** Whether a text is a moment as the database writes it: it takes less than a browser would. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text.replace(" ", "T")}:00`));

/** The address of a view. */
export function goodsAddress(view: Partial<GoodsView>): string {
  const search = new URLSearchParams();
  if (view.search) search.set("q", view.search);
  if (view.status) search.set("status", view.status);
  if (view.categories?.length) search.set("category", view.categories.join(","));
  if (view.only) search.set("only", view.only);
  if (view.sort && view.sort !== "name") search.set("sort", view.sort);
  if (view.after) search.set("after", JSON.stringify(view.after));
  return search.size > 0 ? `/goods?${search}` : "/goods";
}
