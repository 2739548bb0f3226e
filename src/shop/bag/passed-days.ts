import { dayWords } from "~/shop/day-words";
import { dayIn } from "~/shop/shop-time";
import { nameOf } from "./availability";
import type { LineGiftCard } from "./bag";
import type { BagNotice } from "./bag-notice";
import { bagStore } from "./bag-store";

/** Moves the letters of gift cards whose day passed while the bag waited to today, and says so. */
export function leavePassedToday(timeZone: string, now = new Date()): BagNotice[] {
  const today = dayIn(now, timeZone);
  const isPassed = (giftCard: LineGiftCard | undefined): giftCard is LineGiftCard & { sendOn: string } =>
    giftCard?.sendOn !== undefined && giftCard.sendOn < today;
  const notices = bagStore.read().flatMap((line): BagNotice[] => {
    if (!isPassed(line.giftCard)) return [];
    const day = dayWords(line.giftCard.sendOn);
    const words = `${day} has passed: the letter of ${nameOf(line)} leaves today.`;
    return [{ words, line, beside: `${day} has passed: the letter leaves today` }];
  });
  if (notices.length > 0)
    bagStore.change((bag) =>
      bag.map((line) => {
        if (!isPassed(line.giftCard)) return line;
        const { sendOn: _, ...giftCard } = line.giftCard;
        return { ...line, giftCard };
      }),
    );
  return notices;
}
