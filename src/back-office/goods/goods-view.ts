import { z } from "zod";
import { goodsOnly, goodsSorts, goodsStatuses, type GoodsView } from "~/shop/catalog/editing/goods-list-view";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { fitting, listAddress, oneOf, oneOrNone, someCategories, words } from "../list-address";

const list = listAddress<Omit<GoodsView, "after"> & { after: string | null }>("/goods", {
  search: words("q", 100),
  status: oneOrNone("status", goodsStatuses),
  categories: someCategories("category"),
  only: oneOrNone("only", goodsOnly),
  sort: oneOf("sort", goodsSorts),
  after: fitting("after", (text) => text),
});

/** Views above the list, in their order. */
export const goodsViews: { name: string; view: Partial<GoodsView> }[] = [
  { name: "All", view: {} },
  { name: "On the shop", view: { status: "published" } },
  { name: "Drafts", view: { status: "draft" } },
  { name: "Planned", view: { status: "planned" } },
  { name: "Low stock", view: { only: "low" } },
  { name: "Something missing", view: { only: "missing" } },
  { name: "Put away", view: { status: "archived" } },
];

const allGoods: GoodsView = { search: "", status: null, categories: [], only: null, sort: "name", after: null };

/** Parses the parameters of an address; ignores invalid parameters. */
export function goodsView(search: URLSearchParams): GoodsView {
  const view = list.viewIn(search);
  return { ...view, after: afterIn(view.after, view.sort) };
}

/** Address of a view; omits parameters with their default value. */
export function goodsAddress(view: Partial<GoodsView>): string {
  const { after, ...found } = { ...allGoods, ...view };
  return list.addressOf({ ...found, after: after && JSON.stringify(after) });
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

/** Whether PostgreSQL accepts a text as a timestamp, for which `Date` alone is not strict enough. */
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?[+-]\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(`${text.replace(" ", "T")}:00`));
