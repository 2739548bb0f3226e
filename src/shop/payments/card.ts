/** A typed card. Kept only in the browser's memory, and sent only to the payment provider. */
export interface Card {
  number: string;
  expiry: string;
  code: string;
}

export const noCard: Card = { number: "", expiry: "", code: "" };

const digitsOf = (typed: string) => typed.replace(/\D/g, "");

/** Normalizes a card number while typing: at most 19 digits in groups of four. */
export const maskCardNumber = (typed: string): string =>
  digitsOf(typed)
    .slice(0, 19)
    .replace(/(\d{4})(?=\d)/g, "$1 ");

/** Normalizes an expiry date while typing: "7" → "07", "1228" → "12/28". */
export function maskExpiry(typed: string): string {
  const [, shortMonth] = /^(\d)\s*\//.exec(typed.trim()) ?? [];
  const digits = digitsOf(shortMonth ? `0${typed}` : typed);
  // Browsers may fill in 12/2028 for 12/28.
  const short = digits.length === 6 && digits.slice(2, 4) === "20" ? digits.slice(0, 2) + digits.slice(4) : digits;
  const whole = /^[2-9]/.test(short) ? `0${short}` : short;
  return whole.length > 2 ? `${whole.slice(0, 2)}/${whole.slice(2, 4)}` : whole;
}

/** Normalizes a security code while typing: at most four digits. */
export const maskSecurityCode = (typed: string): string => digitsOf(typed).slice(0, 4);

/** True while the number, the expiry or the code is incomplete. */
export const isUnentered = ({ number, expiry, code }: Card): boolean =>
  digitsOf(number).length < 12 || expiry.length < 5 || code.length < 3;

/** Errors of a card by field; empty for a valid card. */
export function cardErrors(card: Card, today: Date): Partial<Record<keyof Card, string>> {
  const digits = digitsOf(card.number);
  return {
    ...((digits.length < 12 || !passesChecksum(digits)) && {
      number: "Your card number is not complete or not valid.",
    }),
    ...expiryError(card.expiry, today),
    ...(card.code.length < 3 && { code: "Your card's security code is incomplete." }),
  };
}

function expiryError(expiry: string, today: Date): { expiry?: string } {
  const [, month = 0, year = 0] = (/^(\d\d)\/(\d\d)$/.exec(expiry) ?? []).map(Number);
  if (month < 1 || month > 12) return { expiry: "Your card's expiration date is incomplete or not valid." };
  // A card is valid until the end of its month.
  const isOver = today >= new Date(2000 + year, month, 1);
  return isOver ? { expiry: "Your card's expiration date is in the past." } : {};
}

/** Luhn checksum, which every card number satisfies. */
function passesChecksum(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Name of an entered card: "ending in 4242". */
export const cardEnding = ({ number }: Card): string => `ending in ${digitsOf(number).slice(-4)}`;
