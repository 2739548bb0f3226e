/** Signs of codes, each of which is read in one way only: without I, L, O, U, 0 and 1. */
const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
/** Number of drawn signs of a code, about 78 bits; the check sign follows them. */
const DRAWN = 16;
/** Smallest prime above the number of signs: the check detects every wrong sign and every two that changed places. */
const MODULUS = 31;
/** Primitive root of the modulus, whose powers weigh the signs, each differently; the check sign counts once. */
const ROOT = 3;

/**
 * Value of the check sign, which makes the weighed sum of all signs a multiple of the modulus; the modulus has one value more than
 * there are signs.
 */
const checkOf = (drawn: string): number => {
  const sum = Array.from(drawn).reduceRight((of, sign) => ((of + SIGNS.indexOf(sign)) * ROOT) % MODULUS, 0);
  return (MODULUS - sum) % MODULUS;
};

/** Draws the code of a gift card, without blanks and dashes; `draw` returns a whole number from 0 to below its argument. */
export function drawnGiftCardCode(draw: (below: number) => number): string {
  for (;;) {
    const drawn = Array.from({ length: DRAWN }, () => SIGNS.charAt(draw(SIGNS.length))).join("");
    const check = checkOf(drawn);
    if (check < SIGNS.length) return drawn + SIGNS.charAt(check);
  }
}

/**
 * Meaning of a text in the field for codes: the code of a gift card, without blanks and dashes; something that was meant to be one; or
 * something else, such as a discount code.
 */
export type TypedCode = { is: "gift-card"; code: string } | { is: "mistyped-gift-card" } | { is: "other" };

/** Blanks and dashes, by which people and letters divide codes. */
const DIVIDERS = /[\s\p{Dash}\p{Cf}]/gu;

/** Reads a text in the field for codes: small letters are capital ones. */
export function typedGiftCardCode(text: string): TypedCode {
  const code = text.slice(0, 100).replace(DIVIDERS, "").normalize("NFKC").toUpperCase();
  if (code.length !== DRAWN + 1 || !/^[A-Z0-9]+$/.test(code)) return { is: "other" };
  const isOfSigns = Array.from(code).every((sign) => SIGNS.includes(sign));
  const isRight = isOfSigns && SIGNS.charAt(checkOf(code.slice(0, DRAWN))) === code.slice(DRAWN);
  return isRight ? { is: "gift-card", code } : { is: "mistyped-gift-card" };
}

/** The last four signs of a code, by which people tell cards apart. */
export const lastFourOf = (code: string): string => code.slice(-4);

/** A code as it stands in letters and on paper, in groups of four. */
export const groupedCode = (code: string): string => code.match(/.{1,4}/g)?.join("-") ?? "";
