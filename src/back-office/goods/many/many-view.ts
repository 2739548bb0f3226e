import { type GoodsWish, type Mark, MARKS, MOST_STYLE_WITH } from "~/shop/catalog/bulk/goods-wish";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { listAddress, oneOf, words } from "../../list-address";
import { taxKinds } from "../status-texts";

const ACTS = ["none", "publish", "draft", "archive", "category", "kind", "guide", "marks", "goes-with"] as const;
/** An act on many goods at once; `none` while no act is chosen. */
export type ManyAct = (typeof ACTS)[number];
const MARKED = ["leave", "yes", "no"] as const;
const HOWS = ["add", "replace", "nothing"] as const;

/** The wish that an address holds for chosen goods, and the page of its preview. */
export interface ManyView extends Record<Mark, (typeof MARKED)[number]> {
  act: ManyAct;
  /** The category, the kind for tax or the size guide; empty while none is chosen, `none` for no size guide. */
  to: string;
  how: (typeof HOWS)[number];
  /** Ids of the products that they are to go with. */
  products: string[];
  /** Words of the search for more of these. */
  search: string;
  /** How many lines of the preview stand on pages before. */
  from: number;
}

const ids = {
  name: "with",
  read: (text: string | null) =>
    (text ?? "")
      .split(",")
      .filter((id) => PRODUCT_ID.test(id))
      .slice(0, MOST_STYLE_WITH),
  write: (value: string[]) => value.join(","),
};
const place = {
  name: "from",
  read: (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? "") ? Number(text) : 0),
  write: (value: number) => (value === 0 ? "" : String(value)),
};

/** The address of chosen goods, by their number. */
export const manyAddress = (set: string) =>
  listAddress<ManyView>(`/goods/many/${set}`, {
    act: oneOf("do", ACTS),
    to: words("to", 64),
    newArrivals: oneOf("newArrivals", MARKED),
    bestSeller: oneOf("bestSeller", MARKED),
    finalSale: oneOf("finalSale", MARKED),
    headwear: oneOf("headwear", MARKED),
    how: oneOf("how", HOWS),
    products: ids,
    search: words("q", 100),
    from: place,
  });

/** Acts in the order in which a list offers them. */
export const manyActs = ACTS.filter((act) => act !== "none");

/** The act that a form asks for; nothing where it names none. */
export const manyActIn = (text: string | undefined): Exclude<ManyAct, "none"> | undefined =>
  manyActs.find((act) => act === text);

/** The wish of an address; nothing while a part of it is still to be chosen. */
export function wishIn(view: ManyView): GoodsWish | null {
  const { act, to, how, products } = view;
  if (act === "publish" || act === "draft" || act === "archive") return { act };
  if (act === "category") return to ? { act, to } : null;
  if (act === "kind") return Object.hasOwn(taxKinds, to) ? { act, to } : null;
  if (act === "guide") return to ? { act, to: to === "none" ? null : to } : null;
  if (act === "marks") {
    const marks = Object.fromEntries(
      MARKS.flatMap((mark) => (view[mark] === "leave" ? [] : [[mark, view[mark] === "yes"]])),
    );
    return Object.keys(marks).length > 0 ? { act, marks } : null;
  }
  if (act !== "goes-with") return null;
  if (how === "nothing") return { act, how: "replace", products: [] };
  return products.length > 0 ? { act, how, products } : null;
}
