import { type GoodsWish, type KindsByCategory, type Mark, MARKS } from "~/shop/catalog/bulk/goods-wish";
import { TAX_KINDS } from "~/shop/catalog/kinds-for-tax";
import { limits } from "~/shop/limits";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import { listAddress, oneOf, words } from "../../list-address";
import { taxKinds } from "../tax-kind-words";
import { type ManyAct, manyActs } from "./many-acts";

const ACTS: readonly ["none", ...ManyAct[]] = ["none", ...manyActs];
const MARKED = ["leave", "yes", "no"] as const;
const HOWS = ["add", "replace", "nothing"] as const;

/** Parameters of the page that changes chosen goods: the act with its values, and the page of the preview. */
export interface ManyView extends Record<Mark, (typeof MARKED)[number]> {
  act: ManyAct;
  /** Id of the chosen category, tax kind or size guide; empty if none is chosen yet, `none` to remove the size guide. */
  to: string;
  /** Chosen tax kind of each category. */
  kinds: KindsByCategory;
  how: (typeof HOWS)[number];
  /** Ids of the products to wear with the chosen goods. */
  products: string[];
  /** Search text for further products to wear with them. */
  search: string;
  /** Number of preview lines on earlier pages. */
  from: number;
}

const ids = {
  name: "with",
  read: (text: string | null) =>
    (text ?? "")
      .split(",")
      .filter((id) => PRODUCT_ID.test(id))
      .slice(0, limits.styleWith),
  write: (value: string[]) => value.join(","),
};
/** Repeated by the form's fields, or joined by commas: "category:kind". */
const kinds = {
  name: "kinds",
  read: (_text: string | null, all: string[]): KindsByCategory =>
    Object.fromEntries(
      all
        .flatMap((text) => text.split(","))
        .flatMap((text) => {
          const [, category = "", word] = /^([A-Za-z0-9]{1,64}):([a-z]{1,20})$/.exec(text) ?? [];
          const kind = TAX_KINDS.find((each) => each === word);
          return category && kind ? [[category, kind] as const] : [];
        }),
    ),
  write: (value: KindsByCategory) =>
    Object.entries(value)
      .map((pair) => pair.join(":"))
      .join(","),
};
const place = {
  name: "from",
  read: (text: string | null) => (/^[1-9]\d{0,3}$/.test(text ?? "") ? Number(text) : 0),
  write: (value: number) => (value === 0 ? "" : String(value)),
};

/** Parses and writes addresses of the page that changes chosen goods; `set` is the id of the stored choice. */
export const manyAddress = (set: string) =>
  listAddress<ManyView>(`/goods/many/${set}`, {
    act: oneOf("do", ACTS),
    to: words("to", 64),
    newArrivals: oneOf("newArrivals", MARKED),
    bestSeller: oneOf("bestSeller", MARKED),
    finalSale: oneOf("finalSale", MARKED),
    headwear: oneOf("headwear", MARKED),
    kinds,
    how: oneOf("how", HOWS),
    products: ids,
    search: words("q", 100),
    from: place,
  });

/** Returns the change that the parameters describe; null if a value is not chosen yet. */
export function wishIn(view: ManyView): GoodsWish | null {
  const { act, to, how, products } = view;
  if (act === "publish" || act === "draft" || act === "archive") return { act };
  if (act === "category") return to ? { act, to } : null;
  if (act === "kind") return Object.hasOwn(taxKinds, to) ? { act, to } : null;
  if (act === "kinds") return Object.keys(view.kinds).length > 0 ? { act, kinds: view.kinds } : null;
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
