import { byName } from "~/platform/by-name";
import { MOST_PRICE } from "~/shop/catalog/pricing/pricing";
import { type Cents, cents } from "~/shop/money";

/** Value of a cell, or a message that says how to write it. */
export type Read<T> = { value: T; words?: undefined; note?: string } | { words: string; value?: undefined };

/** Converts a form's error message to the part of a sentence that follows a column's name. */
export const sentencePart = (words: string): string =>
  words.charAt(0).toLowerCase() + words.slice(1).replace(/\.$/, "");

/** Maximum price in dollars. */
const MOST_DOLLARS = MOST_PRICE / 100;
const OTHER_MONEY = /[€£¥₹₩₽]|\b(eur|gbp|cad|aud|jpy|chf|mxn)\b/i;

/** Rewrites an amount with a decimal comma to one with a decimal point: 1.299,00 becomes 1299.00. */
const withPoint = (text: string): string =>
  /^[^,]*\d(,\d{1,2})?[^\d,]*$/.test(text) && /,|\.\d{3}(\D|$)/.test(text)
    ? text.replaceAll(".", "").replace(",", ".")
    : text;

/** Reads an amount in dollars, as people and other programs write it, and converts it to cents; null for an empty cell. */
export function readAmount(text: string, { hasCommas = false } = {}): Read<Cents | null> {
  const typed = hasCommas ? withPoint(text.trim()) : text.trim();
  if (typed === "") return { value: null };
  if (OTHER_MONEY.test(typed)) return { words: "this shop sells in dollars; write them alone: 229.00" };
  const bare = typed.replace(/^(us)?\s*\$|\bus(d|\$)\b/gi, "").replaceAll(/[\s\u00A0\u202F]/g, "");
  if (/^[-\u2212(]/.test(bare)) return { words: "an amount cannot be below 0" };
  const comma = /^(\d+|\d{1,3}(?:\.\d{3})+),(\d{1,2})$/.exec(bare);
  if (comma)
    return { words: `write cents with a point: ${comma[1]?.replaceAll(".", "")}.${(comma[2] ?? "").padEnd(2, "0")}` };
  if (/^\d+(\.\d+)?e\+?\d+$/i.test(bare)) return { words: "write the amount out, such as 229.00" };
  const plain = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(bare) ? bare.replaceAll(",", "") : bare;
  if (!/^(\d+(?:\.\d*)?|\.\d+)$/.test(plain)) return { words: "this has to be an amount, such as 229.00" };
  if (/\.\d{2}\d*[1-9]/.test(plain)) return { words: "write two digits after the point" };
  const amount = Number(plain);
  if (amount > MOST_DOLLARS) return { words: "write at most 99,999.99" };
  return { value: cents(Math.round(amount * 100)) };
}

/** Reads a whole number; null for an empty cell. */
export function readWhole(text: string, what: string, most: number): Read<number | null> {
  const typed = text.trim();
  if (typed === "") return { value: null };
  const plain = /^\d{1,3}(,\d{3})+$/.test(typed) ? typed.replaceAll(",", "") : typed.replace(/\.0+$/, "");
  if (/^-\d+$/.test(plain)) return { words: `${what} cannot be below 0` };
  if (/^\d+\.\d+$/.test(plain)) return { words: "write a whole number" };
  if (!/^\d+$/.test(plain)) return { words: "this has to be a number" };
  const value = Number(plain);
  return value > most ? { words: `write at most ${most.toLocaleString("en-US")}` } : { value };
}

const YES = new Set(["true", "yes", "y", "1", "x"]);
const NO = new Set(["false", "no", "n", "0"]);

/** Reads yes or no; null for an empty cell. */
export function readYes(text: string): Read<boolean | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  if (YES.has(typed)) return { value: true };
  return NO.has(typed) ? { value: false } : { words: "write yes or no" };
}

type Status = "published" | "draft" | "archived";
const STATUSES = byName<Status>({
  active: "published",
  published: "published",
  "on the shop": "published",
  draft: "draft",
  unlisted: "draft",
  archived: "archived",
  "put away": "archived",
});

/** Reads the publication status of a product; null for an empty cell. */
export function readStatus(text: string): Read<Status | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  const status = STATUSES[typed];
  return status ? { value: status } : { words: "write published, draft or archived" };
}

/** Reads one of the words in `known`, in any letter case; null for an empty cell. */
export function readWord<W extends string>(text: string, known: readonly W[]): Read<W | null> {
  const typed = text.trim().toLowerCase();
  if (typed === "") return { value: null };
  const found = known.find((word) => word === typed);
  return found ? { value: found } : { words: `write ${known.slice(0, -1).join(", ")} or ${known.at(-1)}` };
}
