/** Minimum and maximum length of a passphrase, in characters. */
export const passphraseLength = { least: 15, most: 200 } as const;

const LEAST = `${passphraseLength.least} characters or more`;

/** Notes at the field of a new password: of a new member, of a link that resets it, and of a member's account. */
export const passphraseNotes = {
  first: `${LEAST}, spaces too. Four or five words that do not belong together are good.`,
  reset: `${LEAST}. Four or five words that do not belong together are good.`,
  account: `${LEAST}. Your other sessions end.`,
} as const;

/** Error message about a passphrase's length; undefined if the length is allowed. */
export function lengthComplaint(passphrase: string): string | undefined {
  const { length } = [...passphrase];
  if (length < passphraseLength.least)
    return `Use ${passphraseLength.least} characters or more: four or five words that do not belong together.`;
  if (length > passphraseLength.most) return `Use at most ${passphraseLength.most} characters.`;
  return undefined;
}

/** Words of a text with more than two characters, in lower case. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Words that attackers try first: each of the passed texts as a whole, without spaces, and word by word. */
export const ownWords = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text.toLowerCase(), text.toLowerCase().replaceAll(/\s/g, ""), ...wordsOf(text)])),
];

/** Minimum number of different characters in a passphrase without its known names. */
const LEAST_LEFT = 8;

/** Whether a passphrase consists mostly of known names. */
export function isMostlyOwn(passphrase: string, words: string[]): boolean {
  let left = passphrase.toLowerCase();
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, "");
  return new Set(left.replaceAll(/[^\p{L}\p{N}]/gu, "")).size < LEAST_LEFT && left.length < passphrase.length;
}
