import { type GiftCardFilter, type GiftCardView, giftCardViews } from "~/shop/gift-cards/gift-card-filter";
import { isUuid } from "~/shop/is-uuid";
import { fitting, listAddress, oneOf, words } from "../list-address";

const names: Record<GiftCardView, string> = {
  open: "Open",
  waiting: "Wait for their day",
  "used-up": "Used up",
  closed: "Closed",
  test: "Test cards",
};

/** Views above the list, in their order. A shop in practice has test cards in all of them. */
export const viewsAbove = (hasRealCards: boolean): { show: GiftCardView; name: string }[] =>
  giftCardViews.filter((show) => hasRealCards || show !== "test").map((show) => ({ show, name: names[show] }));

export const giftCardsList = listAddress<GiftCardFilter>("/gift-cards", {
  show: oneOf("show", giftCardViews),
  text: words("q", 100),
  after: fitting("after", (text) => (isUuid(text) ? text : null)),
});
