import { PlainLine } from "~/shop/plain-text";

/** Numbers of digits of a GTIN: EAN-8, UPC, EAN-13 or ISBN, GTIN-14. */
const LENGTHS = [8, 12, 13, 14];

/** Check digit of a GTIN (GS1): weights 3 and 1 from the right. */
function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 1 : 3), 0);
  return (10 - (sum % 10)) % 10;
}

const isChecked = (digits: string): boolean => checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));

/** Restores zeros that a spreadsheet dropped: one of an EAN-8, one to three of a UPC. Undefined if the result is invalid. */
export function withLostZeros(digits: string): string | undefined {
  const length = digits.length === 7 ? 8 : digits.length >= 9 && digits.length <= 11 ? 12 : undefined;
  return length && /^[1-9]\d*$/.test(digits) && isChecked(digits) ? digits.padStart(length, "0") : undefined;
}

/** Digits of a barcode without the separators of printed groups, as in "978-0-306-40615-7". */
export const bareDigits = (text: string): string => text.replaceAll(/[\s-]/g, "");

/** Message about an invalid barcode; undefined for a valid or empty one. */
export function barcodeFault(text: string): string | undefined {
  if (text === "") return undefined;
  if (!/^\d+$/.test(text) || /^0+$/.test(text)) return "Write the digits under the bars alone.";
  if (!LENGTHS.includes(text.length)) {
    const meant = withLostZeros(text);
    const hint = meant
      ? ` With the zero${meant.length - text.length > 1 ? "s" : ""} that spreadsheets leave out it is ${meant}.`
      : "";
    return `A barcode has 8, 12, 13 or 14 digits, this has ${text.length}.${hint}`;
  }
  return isChecked(text)
    ? undefined
    : `Its last digit would be ${checkDigit(text.slice(0, -1))}: look for a digit that is mistyped.`;
}

/** Schema of a barcode: the digits of a GTIN, or an empty text. */
export const Barcode = PlainLine(40)
  .overwrite(bareDigits)
  .check(({ value, issues }) => {
    const message = barcodeFault(value);
    if (message) issues.push({ code: "custom", message, input: value });
  });

/** Number of digits to which barcodes are padded for comparison, since scanners send them with or without leading zeros. */
const LONGEST = 14;
export const isSameBarcode = (one: string, other: string): boolean =>
  one !== "" && one.padStart(LONGEST, "0") === other.padStart(LONGEST, "0");
