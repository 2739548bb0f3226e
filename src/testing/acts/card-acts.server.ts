import { lastFourOf } from "~/shop/gift-cards/gift-card-code";
import { leftOnCard } from "~/shop/gift-cards/gift-cards.server";
import { refundBoughtCard } from "~/shop/orders/gift-cards/refund-bought-card.server";
import { SOLD } from "./account";
import { type Act, nothing, Refused } from "./act";

/** An order of goods beside which a gift card is bought. */
const BESIDE: Act["buys"] = { hasCode: true, isTaxed: true, sold: SOLD };

/** Refunds the gift card that the order bought. */
const refund: Act = {
  name: "sold card refunded",
  async do(acts, { number, account, sold }) {
    if (!sold) throw new Refused(0, "no sold card");
    const reason = "Bought twice";
    await refundBoughtCard(acts.shop, acts.member(), await acts.form(number), { position: sold.position, reason });
    return { promised: null, expected: account.refundCard() };
  },
};

/** Pays a part of another order with the gift card that the order bought. */
const use: Act = {
  name: "sold card used",
  async do(acts, { sold }) {
    if (!sold) throw new Refused(0, "no sold card");
    const worth = (await leftOnCard(acts.db, sold.id)) || SOLD;
    await acts.buy({ hasCode: false, isTaxed: false, card: worth }, {}, { ...sold, lastFour: lastFourOf(sold.code) });
    return nothing;
  },
};

/** Acts that begin a pair with an order beside whose goods a gift card is bought. */
export const CARD_FIRST: Act[] = [
  { name: "purchase with a sold card", buys: BESIDE, do: async () => nothing },
  { ...refund, buys: BESIDE },
  { ...use, buys: BESIDE },
];

/** Acts on the gift card of an order, to follow those. */
export const CARD_SECOND: Act[] = [refund, use];
