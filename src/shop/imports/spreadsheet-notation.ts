import { beginning, withoutInvisible } from "~/shop/visible-text";

/** Pattern of long numbers as spreadsheets shorten them, e.g. 1.23457E+12; the other digits are lost. */
const SHORTENED = /^-?\d(\.\d+)?E[+-]\d{2,3}$/;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MONTH = MONTHS.join("|");
/** Pattern of the date that Excel writes instead of a text such as 1-2. */
const DAY_FOR_TEXT = new RegExp(`^(\\d{1,2}-(${MONTH})|(${MONTH})-\\d{2})$`);
/** Maximum length in characters of a text that a spreadsheet can mistake for a number or date. */
const LONGEST = 40;
/** Number of significant digits that spreadsheets keep. */
const KEPT_DIGITS = 15;

/** Whether a spreadsheet shortened the number in a cell to its first digits. */
export const isShortened = (cell: string): boolean => SHORTENED.test(cell);

/** Message about a number or text that a spreadsheet damaged; undefined if it is intact. */
export function spoiltWords(cell: string): string | undefined {
  if (SHORTENED.test(cell))
    return `a spreadsheet shortened a number to ${cell}; type it in full, in a column formatted as text`;
  if (DAY_FOR_TEXT.test(cell))
    return `a spreadsheet took a text for a day and wrote ${cell}; type it anew, in a column formatted as text`;
  return undefined;
}

/** Maximum number of characters that a message quotes of a text. */
const QUOTED = 40;
const quoted = (text: string): string => (text.length > QUOTED ? `${beginning(text, QUOTED)}…` : text);

/** Message that a stored text is kept, because a spreadsheet may have written the cell for it. */
export const keptWords = (cell: string, stored: string): string =>
  `says ${quoted(cell)}, which spreadsheets write for ${quoted(stored)}, so ${quoted(stored)} stays; to change it, use the product's page`;

/** Whether a spreadsheet reads a text as a number or date, or writes values in that notation. */
export const isTakenForValue = (text: string): boolean =>
  text.length <= LONGEST &&
  (/^(true|false)$/i.test(text) ||
    numberIn(text) !== undefined ||
    minutesIn(text) !== undefined ||
    daysIn(text).length > 0);

/** Whether two texts differ at most in line ends, tabs for spaces, invisible characters and outer spaces. */
export const isSameWords = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => withoutInvisible(line.replaceAll("\t", " ")))
    .join("\n")
    .trim();

/**
 * Whether a spreadsheet may have written `cell` for `text` without the user's intention. Examples: 00123 becomes 123, 94.00
 * becomes 94, 1-2 becomes 2-Jan, long numbers become 1.23457E+12, true becomes TRUE, a leading apostrophe is removed, and letters
 * that a code page lacks become question marks.
 */
export function mayBecome(text: string, cell: string): boolean {
  if (text === cell || isSameWords(text, cell)) return true;
  if (text.startsWith("'") && mayBecome(text.slice(1), cell)) return true;
  if (isPrintedWithGaps(text, cell)) return true;
  if (text.length > LONGEST || cell.length > LONGEST) return false;
  if (/^(TRUE|FALSE)$/.test(cell) && text.toUpperCase() === cell) return true;
  return isSameNumber(text.trim(), cell.trim()) || isSameTime(text.trim(), cell.trim()) || isSameDay(text, cell);
}

/** Whether two texts differ only in letters that a single-byte code page replaces with question marks. */
const isPrintedWithGaps = (text: string, cell: string): boolean =>
  cell.includes("?") && bare(text).replaceAll(NOT_IN_CODE_PAGE, "?") === bare(cell).replaceAll(NOT_IN_CODE_PAGE, "?");
const NOT_IN_CODE_PAGE = /[^\n\u0020-\u007e\u00a0-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu;

/** Number in a text of usual notation; undefined for other texts. */
function numberIn(text: string): number | undefined {
  const sign = /^\(.*\)$/.test(text) ? -1 : 1;
  const plain = text.replace(/^\((.*)\)$/, "$1").replace(/^([+-]?)\s*\$\s*/, "$1");
  const [, whole = "", above = "", below = ""] = /^(?:(\d+) )?(\d+)\/(\d+)$/.exec(plain) ?? [];
  if (whole !== "") return sign * (Number(whole) + Number(above) / Number(below));
  const [, digits = "", percent = ""] = /^([+-]?(?:[\d,]+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)\s*(%?)$/i.exec(plain) ?? [];
  if (!/\d/.test(digits) || (digits.includes(",") && !/^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(digits))) return undefined;
  const value = sign * Number(digits.replaceAll(",", ""));
  return Number.isFinite(value) ? (percent ? value / 100 : value) : undefined;
}

function isSameNumber(text: string, cell: string): boolean {
  // Spreadsheets write neither leading zeros nor a plus sign.
  if (/^[+-]?0\d|^\+/.test(cell)) return false;
  const [was, is] = [numberIn(text), numberIn(cell)];
  if (was === undefined || is === undefined) return false;
  const [, decimals] = SHORTENED.exec(cell) ?? [];
  if (SHORTENED.test(cell)) return Number(was.toExponential(Math.min(20, (decimals ?? ".").length - 1))) === is;
  const lost = /^-?\d+$/.test(cell) ? cell.replace("-", "").length - KEPT_DIGITS : 0;
  // Spreadsheets write zeros for the digits they do not keep.
  if (lost > 0) return cell.endsWith("0".repeat(lost)) && Math.abs(was - is) < 10 ** lost;
  return was.toPrecision(KEPT_DIGITS) === is.toPrecision(KEPT_DIGITS);
}

const minutesIn = (text: string): string | undefined => {
  const [, hour, minute, second = "00", half = ""] = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?: ?([AP])M)?$/i.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const hours = half === "" ? Number(hour) : (Number(hour) % 12) + (half.toUpperCase() === "P" ? 12 : 0);
  return `${hours}:${minute}:${second}`;
};

const isSameTime = (text: string, cell: string): boolean =>
  minutesIn(text) !== undefined && minutesIn(text) === minutesIn(cell);

/** Date read from a text; missing parts are undefined. */
interface Day {
  year?: number;
  month: number;
  day?: number;
}

const isSameDay = (text: string, cell: string): boolean =>
  daysIn(cell).some((is) =>
    daysIn(text).some(
      (was) =>
        is.month === was.month &&
        agrees(is.day, was.day) &&
        agrees(is.year && is.year % 100, was.year && was.year % 100),
    ),
  );
const agrees = (one: number | undefined, other: number | undefined): boolean =>
  one === undefined || other === undefined || one === other;

function daysIn(text: string): Day[] {
  const date = text.trim().replace(/[ T]\d{1,2}:\d{2}(:\d{2})?( ?[AP]M)?$/i, "");
  const [, long, longMonth, longDay] = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(date) ?? [];
  if (long !== undefined) return valid([{ year: Number(long), month: Number(longMonth), day: Number(longDay) }]);
  const [, one, two, year] = /^(\d{1,2})[-/.](\d{1,2})(?:[-/.](\d{4}|\d{2}))?$/.exec(date) ?? [];
  if (one !== undefined) {
    const [first, second] = [Number(one), Number(two)];
    const named = year === undefined ? {} : { year: Number(year) };
    if (year === undefined && second > 31) return valid([{ month: first, year: second }]);
    return valid([
      { month: first, day: second, ...named },
      { month: second, day: first, ...named },
    ]);
  }
  return valid(namedDaysIn(date));
}

/** Possible readings of a date with the name of a month: "4-Mar", "Mar 4", "MAR1", "Oct-32". */
function namedDaysIn(date: string): Day[] {
  const [, before, name = "", after, year] =
    /^(?:(\d{1,2})[- ]?)?([a-z]{3,9})\.?(?:[- ]?(\d{1,2}))?(?:,? ?[- ]?(\d{4}))?$/i.exec(date) ?? [];
  const month = MONTHS.findIndex((known) => known.toLowerCase() === name.slice(0, 3).toLowerCase()) + 1;
  const named = year === undefined ? {} : { year: Number(year) };
  if (before !== undefined)
    return [{ month, day: Number(before), ...(after !== undefined && { year: Number(after) }), ...named }];
  if (after === undefined) return [];
  return Number(after) > 31 ? [{ month, year: Number(after) }] : [{ month, day: Number(after), ...named }];
}

const valid = (days: Day[]): Day[] =>
  days.filter(({ month, day = 1 }) => month >= 1 && month <= 12 && day >= 1 && day <= 31);
