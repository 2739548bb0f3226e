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

/** Reason why a barcode is no GTIN, so that Google gets none; undefined for a GTIN and for an empty text. */
export function gtinFault(text: string): string | undefined {
  if (text === "") return undefined;
  if (!/^\d+$/.test(text)) return "A GTIN has digits only.";
  if (/^0+$/.test(text)) return "A GTIN is not of zeros only.";
  if (!LENGTHS.includes(text.length)) {
    const meant = withLostZeros(text);
    const hint = meant
      ? ` With the zero${meant.length - text.length > 1 ? "s" : ""} that spreadsheets leave out it is ${meant}.`
      : "";
    return `A GTIN has 8, 12, 13 or 14 digits, this has ${text.length}.${hint}`;
  }
  return isChecked(text)
    ? undefined
    : `Its last digit would be ${checkDigit(text.slice(0, -1))}: look for a digit that is mistyped.`;
}

/** Whether a barcode is a GTIN, which feeds and search engines accept; others identify a piece in this shop only. */
export const isGtin = (barcode: string): boolean => barcode !== "" && gtinFault(barcode) === undefined;

/** A barcode as it is stored: a GTIN without separators, any other as typed. */
export function barcodeOf(text: string): string {
  const digits = bareDigits(text);
  return isGtin(digits) ? digits : text;
}

/** Maximum number of characters of a barcode. */
export const MOST_BARCODE = 40;

/** Number of digits to which GTINs are padded for comparison, since scanners send them with or without leading zeros. */
const LONGEST = 14;
/** Lengths of barcodes that can be one GTIN in several forms, as a regular expression. */
export const GTIN_FORM = String.raw`^(\d{8}|\d{12,14})$`;

/** The one form of all forms of a GTIN, with 14 digits, also if leading zeros were lost; undefined for any other code. */
export function gtinOf(code: string): string | undefined {
  const digits = bareDigits(code);
  const padded = digits.padStart(LONGEST, "0");
  return /^\d{8,14}$/.test(digits) && isGtin(padded) ? padded : undefined;
}

/** Whether two barcodes are one: the same GTIN in any form, or the same code in any letter case. */
export const isSameBarcode = (one: string, other: string): boolean =>
  one !== "" && (one.toLowerCase() === other.toLowerCase() || (gtinOf(one) ?? one) === gtinOf(other));
