import type { ActionName } from "~/shop/audit/action-names";

/** Bounds of a card that a member gives, in cents. */
export const GIFT_CARD_AMOUNT = { least: 1_00, most: 2_000_00 };

/** Acts of members on gift cards, as the log stores them. */
export type GiftCardAct = Extract<ActionName, `card-${string}` | `cards-${string}`>;
