/** Most days until the letter of a card leaves. */
export const FURTHEST_SENDING_DAYS = 365;
/** Most letters of the giver's words. */
export const GIFT_WORDS = 300;

/** Endings of web addresses that mail programs make links of. */
const ENDINGS =
  "com|net|org|info|biz|io|co|us|me|ly|app|dev|shop|store|site|online|xyz|link|club|top|live|pro|ru|cn|uk|de|to|gg|tv|cc|eu|ca";
const WEB_ADDRESS = new RegExp(String.raw`https?:|www\.|[\p{L}\d]\.(?:${ENDINGS})(?![\p{L}\d])`, "iu");
/** Seven digits or more, with what divides those of a telephone number. */
const TELEPHONE = /\d(?:[\s().+/-]{0,3}\d){6}/;

/**
 * Message about what is wrong with the giver's words; undefined if nothing is. A stolen payment card must not buy a mailing, so that they name no
 * place to go to or to call.
 */
export function wrongInGiftWords(words: string): string | undefined {
  const read = words.normalize("NFKC");
  if (words.length > GIFT_WORDS) return `Write up to ${GIFT_WORDS} letters.`;
  if (WEB_ADDRESS.test(read)) return "Leave out web addresses.";
  if (TELEPHONE.test(read)) return "Leave out telephone numbers.";
  return undefined;
}
