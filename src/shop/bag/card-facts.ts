import { dayWords } from "~/shop/day-words";
import { isSameLine, type LineKey, type ShownGiftCard, type VariantKey } from "./bag";

const variantOf = ({ product, size, color }: VariantKey): LineKey => ({ product, size, color });

/** Whether two lines have one variant; of gift cards one amount. */
export const isSameVariant = (a: VariantKey, b: VariantKey): boolean => isSameLine(variantOf(a), variantOf(b));

/** Identity of a line as one text. */
export const textOfKey = ({ product, color, size, giftCard }: LineKey): string =>
  [product, color, size, giftCard?.key].join(" ");

/** For whom a gift card is: its recipient's name and address, as far as they are known, else its buyer. */
export const forWhom = ({ recipient, email }: ShownGiftCard): string =>
  [recipient, email].filter(Boolean).join(", ") || "you";

/** Day on which the letter of a gift card leaves: "Today", "Sun, December 6". A day that is none, in a changed storage, is today. */
export const onItsDay = ({ sendOn = "" }: ShownGiftCard): string => (Date.parse(sendOn) ? dayWords(sendOn) : "Today");
