/** Limits of a passphrase's length, in characters. */
export const passphraseLength = { least: 15, most: 200 } as const;

/** Complaint about a passphrase's length; undefined if fine. */
export function lengthComplaint(passphrase: string): string | undefined {
  const { length } = [...passphrase];
  if (length < passphraseLength.least)
    return `Use ${passphraseLength.least} characters or more: four or five words that do not belong together.`;
  if (length > passphraseLength.most) return `Use at most ${passphraseLength.most} characters.`;
  return undefined;
}

/** Words long enough to be compared. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Words that attackers try first: names of shop and member, whole and by word. */
export const ownWords = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text.toLowerCase(), text.toLowerCase().replaceAll(/\s/g, ""), ...wordsOf(text)])),
];

/** Characters that must remain after removing own words from a passphrase. */
const LEAST_LEFT = 8;

/** Whether a passphrase consists mostly of known names. */
export function isMostlyOwn(passphrase: string, words: string[]): boolean {
  let left = passphrase.toLowerCase();
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, "");
  return new Set(left.replaceAll(/[^\p{L}\p{N}]/gu, "")).size < LEAST_LEFT && left.length < passphrase.length;
}
