/** Bounds of a passphrase, in characters. */
export const passphraseLength = { least: 15, most: 200 } as const;

/** Why a passphrase is not taken; nothing when its length is in bounds. */
export function lengthComplaint(passphrase: string): string | undefined {
  const { length } = [...passphrase];
  if (length < passphraseLength.least)
    return `Use ${passphraseLength.least} characters or more: four or five words that do not belong together.`;
  if (length > passphraseLength.most) return `Use at most ${passphraseLength.most} characters.`;
  return undefined;
}

/** The words of a text that are long enough to be told apart. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);

/** Words that a stranger would try first: the names of the shop and of the member, whole and by word. */
export const ownWords = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [text.toLowerCase(), text.toLowerCase().replaceAll(/\s/g, ""), ...wordsOf(text)])),
];

/** Letters and digits that have to be left once the own words are taken out of a passphrase. */
const LEAST_LEFT = 8;

/** Whether a passphrase is little more than names that a stranger knows. */
export function isMostlyOwn(passphrase: string, words: string[]): boolean {
  let left = passphrase.toLowerCase();
  for (const word of words.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, "");
  return new Set(left.replaceAll(/[^\p{L}\p{N}]/gu, "")).size < LEAST_LEFT && left.length < passphrase.length;
}
