import { type GiftCardFilter, type GiftCardView, giftCardViews } from "~/shop/gift-cards/gift-card-filter";
import { lastFourOf, typedGiftCardCode } from "~/shop/gift-cards/gift-card-code";
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

const text = words("q", 100);

/** Whether a searched text is a whole code, right or mistyped, which stands in no address. */
export const isWholeCode = (typed: string): boolean => typedGiftCardCode(typed).is !== "other";

/** A searched text as an address may have it: of a whole code the last four signs. */
const searched = (typed: string): string =>
  !isWholeCode(typed) ? typed : lastFourOf(typed.replaceAll(/[^a-z0-9]/gi, "").toUpperCase());

export const giftCardsList = listAddress<GiftCardFilter>("/gift-cards", {
  show: oneOf("show", giftCardViews),
  text: {
    ...text,
    read: (typed, all) => searched(text.read(typed, all)),
    write: (typed) => searched(typed),
  },
  after: fitting("after", (text) => (isUuid(text) ? text : null)),
});
