import { limits } from "~/shop/limits";
import { dayAfter } from "~/shop/shop-time";

/** Most gift cards in one order. */
export const MOST_BOUGHT_CARDS = 10;
/** Message about more gift cards than one order has. */
export const TOO_MANY_CARDS = `An order has up to ${MOST_BOUGHT_CARDS} gift cards.`;
/** Most days until the letter of a card leaves. */
export const FURTHEST_SENDING_DAYS = 365;

/** For whom a gift card is bought, and the day on which its letter leaves, in the shop's time zone. */
export interface BoughtGiftCard {
  email: string;
  recipient: string;
  words: string;
  sendOn: string;
}

/** Wishes of a shopper for a gift card; what is not said is the buyer's own, and today. */
export type GiftCardWish = Partial<BoughtGiftCard>;

/** Web addresses, those without a beginning by the endings of which mail programs make links. */
const WEB_ADDRESS =
  /https?:|www\.|[\p{L}\d]\.(?:com|net|org|info|biz|io|co|us|me|ly|app|dev|shop|store|site|online|xyz|link|club|top|live|pro|ru|cn|uk|de|to|gg|tv|cc|eu|ca)(?![\p{L}\d])/iu;
/** Days, which are no telephone numbers. */
const DAYS = /\b\d{4}-\d\d-\d\d\b|\b\d{1,2}[/.]\d{1,2}[/.]\d{2,4}\b/g;
/** Seven digits or more, with what divides those of a telephone number. */
const TELEPHONE = /\d(?:[\s().+/-]{0,3}\d){6}/;

/**
 * Message about the giver's words; undefined if nothing is wrong. A stolen payment card must not buy a mailing, so that they name no
 * place to go to or to call.
 */
export function wrongInGiftWords(words: string): string | undefined {
  const read = words.normalize("NFKC");
  if (words.length > limits.text.giftWords) return `Write up to ${limits.text.giftWords} letters.`;
  if (WEB_ADDRESS.test(read)) return "Leave out web addresses.";
  if (TELEPHONE.test(read.replace(DAYS, ""))) return "Leave out telephone numbers.";
  return undefined;
}

/** Message beside a day beyond `FURTHEST_SENDING_DAYS`. */
export const TOO_FAR_AHEAD = "Choose a day within a year.";

/** Day on which a letter leaves that was wished for a day: today if that has passed meanwhile. Undefined for one too far ahead. */
export function sendingDay(wished: string | undefined, today: string): string | undefined {
  if (wished === undefined || wished < today) return today;
  return wished > dayAfter(today, FURTHEST_SENDING_DAYS) ? undefined : wished;
}
