import { MOST_GIFT_CARDS } from "./gift-card-parts";

/** Message about a text that was meant to be the code of a gift card. */
export const MISTYPED_GIFT_CARD = "This code seems mistyped. A gift card has 17 signs, without 0, O, 1, I, L and U.";

/** Message about more cards than an order takes. */
export const TOO_MANY_GIFT_CARDS = `Up to ${MOST_GIFT_CARDS} gift cards pay for an order.`;
