import { cents, formatCents } from "~/shop/money";
import { readYes } from "./cell-values";
import type { Line } from "./mapped-row";
import { readMoment } from "./read-moment";

/** Settings for reading a file's sale prices. */
export interface SaleReading {
  /** Time zone of the dates on which sales begin and end. */
  timeZone: string;
}

interface Prices {
  /** Price in the file, in cents; undefined if the file has none. */
  price: number | undefined;
  salePrice: number | null | undefined;
}

/** Reads price and sale price, also from other shops' columns with a current and a former price. */
export function readSale(
  line: Line,
  amount: (field: "price" | "compareAt" | "salePrice") => number | null | undefined,
  { timeZone }: SaleReading,
): Prices {
  const price = amount("price") ?? undefined;
  const isLeft = line.leaves("salePrice");
  if (line.says("salePrice") !== undefined && !(isLeft && line.says("compareAt"))) {
    sayFormerBesideSale(line, amount("compareAt"));
    const written = amount("salePrice");
    const none = line.clears("salePrice") ? null : undefined;
    const salePrice = written == null ? none : isOff(line, written) ? null : saleByItsDays(line, written, timeZone);
    if (price !== undefined && salePrice != null && salePrice > price)
      line.problems.push({ field: "salePrice", words: `is above the price, ${(price / 100).toFixed(2)}` });
    return { price, salePrice };
  }
  if (line.says("compareAt") === undefined) return { price, salePrice: undefined };
  const before = amount("compareAt") ?? null;
  if (price === undefined) return { price, salePrice: undefined };
  if (before !== null && before > price) return { price: before, salePrice: price };
  if (before !== null && before > 0 && before < price)
    line.problems.push({
      field: "compareAt",
      words: `${formatCents(cents(before))} is below the price, so it is left out`,
      isNote: true,
    });
  return { price, salePrice: isLeft ? undefined : null };
}

/** Adds a note about a former price beside a sale price, of which the price and the sale price are taken. */
function sayFormerBesideSale(line: Line, former: number | null | undefined): void {
  if (former)
    line.problems.push({
      field: "compareAt",
      words: `${formatCents(cents(former))} is left out, because the row has a sale price`,
      isNote: true,
    });
}

/** Whether the other shop has a sale price but no sale of it; adds a note, except about the price 0, which is none. */
function isOff(line: Line, salePrice: number): boolean {
  if (readYes(line.says("onSale") ?? "").value !== false) return false;
  if (salePrice > 0)
    line.problems.push({
      field: "salePrice",
      words: `is not on sale in the other shop, so its sale price ${formatCents(cents(salePrice))} is left out`,
      isNote: true,
    });
  return true;
}

/**
 * Imports a sale price only if the sale has begun and has no end, since nothing would end it here. A past or future sale counts
 * as no sale; a current sale with an end leaves the stored value unchanged.
 */
function saleByItsDays(line: Line, salePrice: number, timeZone: string): number | null | undefined {
  const [from = "", until = ""] = [line.says("saleFrom"), line.says("saleUntil")];
  const [begins, ends] = [readMoment(from, timeZone), readMoment(until, timeZone, "end")];
  const price = formatCents(cents(salePrice));
  const leave = <T>(field: "saleFrom" | "saleUntil", words: string, left: T): T => {
    line.problems.push({ field, words, isNote: true });
    return left;
  };
  for (const [field, text, moment] of [["saleFrom", from, begins] as const, ["saleUntil", until, ends] as const])
    if (moment === undefined)
      return leave(
        field,
        `${text.slice(0, 40)} is no day as 2026-11-27, so the sale price ${price} is left out`,
        undefined,
      );
  const day = (text: string) => text.split(/[ T]/)[0];
  const now = new Date();
  if (ends && ends <= now)
    return leave("saleUntil", `the sale ended on ${day(until)}, so its price ${price} is left out`, null);
  const advice = `so its price ${price} is left out; plan it under Planned prices`;
  const end = ends ? ` and ends on ${day(until)}` : "";
  if (begins && begins > now) return leave("saleFrom", `the sale begins on ${day(from)}${end}, ${advice}`, null);
  if (!ends) return salePrice;
  return leave("saleUntil", `the sale ends on ${day(until)}, which nothing here would do, ${advice}`, undefined);
}
