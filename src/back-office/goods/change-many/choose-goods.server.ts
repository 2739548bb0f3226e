import type { Services } from "~/services";
import { keepChosen } from "~/shop/catalog/bulk/chosen-goods.server";
import { MOST_GOODS } from "~/shop/catalog/bulk/goods-wish";
import type { GoodsView } from "~/shop/catalog/editing/goods-list-view";
import { goodsAddress } from "../goods-view";
import { categoryChoices } from "~/shop/catalog/editing/category-options.server";
import { matchingGoods } from "~/shop/catalog/editing/goods-page.server";
import { PRODUCT_ID } from "~/shop/catalog/product-id-pattern";
import type { Member } from "~/shop/members/member";
import { counted, listed } from "../../count-words";
import type { FormOutcome } from "../../forms/form-action.server";
import { statusWords } from "../status-words";
import type { ManyAct } from "./many-acts";
import { manyAddress } from "./many-view";

interface Choosing {
  view: GoodsView;
  act: ManyAct | undefined;
  /** Ids of ticked products; null means all products that match the view. */
  ticked: string[] | null;
}

/** Stores the products chosen on the list, and returns the address of the page that changes them. */
export async function chooseGoods(
  services: Services,
  member: Member,
  { view, act, ticked }: Choosing,
): Promise<FormOutcome> {
  if (ticked !== null) {
    const products = ticked.filter((id) => PRODUCT_ID.test(id)).slice(0, MOST_GOODS);
    if (products.length === 0) return { message: "Tick at least one product first." };
    return chosen(services, member, { products, words: "those you ticked", cameFrom: goodsAddress(view) }, act);
  }
  const { ids, count } = await matchingGoods(services, member, view, MOST_GOODS);
  if (count === 0) return { message: "No product matches any more." };
  if (count > MOST_GOODS)
    return {
      message: `${counted(count, "product")} match. One act takes ${MOST_GOODS.toLocaleString("en-US")}: narrow the list by a word, a category or a status.`,
    };
  const words = await matchWords(services, member, view);
  return chosen(services, member, { products: ids, words, cameFrom: goodsAddress({ ...view, after: null }) }, act);
}

/** Stores chosen products, and returns the address of the page that changes them. */
export async function chosen(
  services: Services,
  member: Member,
  goods: Parameters<typeof keepChosen>[2],
  act: ManyAct = "none",
): Promise<{ to: string }> {
  const { viewIn, addressOf } = manyAddress(await keepChosen(services, member, goods));
  return { to: addressOf({ ...viewIn(new URLSearchParams()), act }) };
}

/** Describes the goods that a view matches. */
async function matchWords(
  services: Services,
  member: Member,
  { search, status, only, categories }: GoodsView,
): Promise<string> {
  const choices = categories.length > 0 ? await categoryChoices(services, member) : [];
  const names = categories.map((id) => choices.find((each) => each.id === id)?.name ?? "a category that is gone");
  const parts = [
    ...(search ? [`with "${search}"`] : []),
    ...(status === "planned" ? ["planned"] : status ? [statusWords[status].name.toLowerCase()] : []),
    ...(only === "low" ? ["low in stock"] : only === "missing" ? ["with something missing"] : []),
    ...(names.length > 0 ? [`in ${listed(names)}`] : []),
  ];
  return parts.length > 0 ? `all that match, ${parts.join(", ")}` : "all that are not put away";
}
