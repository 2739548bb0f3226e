import { dayWords } from "~/shop/shop-time";
import type { ShownGiftCard } from "./bag";

/** For whom a gift card is: its recipient's name and address, as far as they are known, else its buyer. */
export const forWhom = ({ recipient, email }: ShownGiftCard): string =>
  [recipient, email].filter(Boolean).join(", ") || "you";

/** Day on which the letter of a gift card leaves: "Today", "Sun, December 6". */
export const onItsDay = ({ sendOn }: ShownGiftCard): string => (sendOn ? dayWords(sendOn) : "Today");
