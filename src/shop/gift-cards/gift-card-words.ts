import type { Cents } from "~/shop/money";

/** Part of an order that a gift card pays, in cents, with the card's last four signs. */
export interface GiftCardPart {
  lastFour: string;
  amount: Cents;
}

/** A gift card as everybody may read of it: "Gift card ending 7KQ2". */
export const giftCardWords = (lastFour: string): string => `Gift card ending ${lastFour}`;
