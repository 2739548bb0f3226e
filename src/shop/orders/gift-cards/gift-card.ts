import type { ActionName } from "~/shop/audit/action-names";

/** Log kind of gift cards. */
export const GIFT_CARD = "gift-card";

/** Bounds of a card that a member gives, in cents. */
export const GIFT_CARD_AMOUNT = { least: 1_00, most: 2_000_00 };
/** Most days until the letter of a card leaves. */
export const FURTHEST_SENDING_DAYS = 365;
/** Most letters of the giver's words. */
export const GIFT_WORDS = 300;

/** Acts of members on gift cards, as the log stores them. */
export type GiftCardAct = Extract<ActionName, `card-${string}`>;
