import { parse } from "csv-parse/sync";
import { lineFault, trimmed } from "~/shop/visible-text";
import { stateNames } from "~/shop/us-states";
import { limits } from "~/shop/limits";
import { linesOfPasted } from "~/shop/pasted-text";
import { parseRate, rateWords } from "./rate-text";
import type { Rate } from "./tax-table";
import { parseZips, type Span } from "./zip-ranges";

/** Maximum number of lines of a file or of pasted text, and its maximum number of characters. */
export const MOST_RATE_LINES = 10_000;
export const LONGEST_RATES = 600_000;

/** A parsed line: the rate as typed, not yet split into state and local part. */
export interface RateLine extends Span {
  line: number;
  text: string;
  state: string;
  rate: Rate;
  name: string;
}

/** A line that cannot be parsed, with the reason. */
export interface BadLine {
  line: number;
  text: string;
  error: string;
}

const COLUMNS = ["state", "zipFrom", "zipTo", "rate", "name"] as const;
type Column = (typeof COLUMNS)[number];

/** Names of columns in lower case without spaces, hyphens and underscores; the first match counts. */
const HEADS: Record<Column, RegExp> = {
  state: /^(state|statecode|st)$/,
  zipFrom: /^(zip|zipcode|zipfrom|from|fromzip|zip5low|ziplow)$/,
  zipTo: /^(zipto|to|tozip|zip5high|ziphigh)$/,
  rate: /^(rate|taxrate|rate%|percent|combinedrate|estimatedcombinedrate|localrate)$/,
  name: /^(name|county|city|place|region|taxregionname|jurisdiction)$/,
};

/**
 * Parses lines "state, ZIP from, ZIP to, rate, name" of a CSV file or a spreadsheet, with or without a line of headings. `state`
 * is used for lines without a state.
 */
export function rateLines(pasted: string, state: string | null): { lines: RateLine[]; bad: BadLine[] } {
  const texts = linesOfPasted(pasted);
  const lines: RateLine[] = [];
  const bad: BadLine[] = [];
  let heads: Column[] | null | undefined;
  for (const [place, whole] of texts.entries()) {
    const text = whole.trim();
    if (text === "") continue;
    const cells = cellsOf(text);
    const isFirst = heads === undefined;
    heads ??= headsIn(cells);
    if (isFirst && heads) continue;
    const read = cells
      ? readLine(cells, heads ?? null, state)
      : { error: "Write state, ZIP from, ZIP to, rate, name." };
    if ("error" in read) bad.push({ line: place + 1, text: text.slice(0, 120), error: read.error });
    else lines.push({ line: place + 1, text: text.slice(0, 120), ...read });
  }
  return { lines, bad };
}

/** Splits a line into cells; null for a line that is too long or has malformed quotes. */
function cellsOf(text: string): string[] | null {
  if (text.length > limits.text.pastedLine) return null;
  const delimiter = ["\t", ";", ","].find((each) => text.includes(each)) ?? ",";
  if (!text.includes('"')) return text.split(delimiter).map(trimmed);
  try {
    const [cells] = parse(text, { delimiter, relax_quotes: true, relax_column_count: true });
    return cells?.map(trimmed) ?? null;
  } catch {
    return null;
  }
}

/** Columns by the headings in a line; null if the line contains no headings. */
function headsIn(cells: string[] | null): Column[] | null {
  const named = cells?.map((cell) => {
    const head = cell.toLowerCase().replaceAll(/[\s_-]/g, "");
    return COLUMNS.find((column) => HEADS[column].test(head));
  });
  if (!named?.includes("rate") || !named.includes("zipFrom")) return null;
  return named as Column[];
}

type Read = Omit<RateLine, "line" | "text"> | { error: string };

function readLine(cells: string[], heads: Column[] | null, otherwise: string | null): Read {
  const order = heads ?? (/^\d/.test(cells[0] ?? "") ? COLUMNS.slice(1) : COLUMNS);
  const at = (column: Column): string => cells[order.indexOf(column)] ?? "";
  const written = at("state");
  const state = written === "" ? otherwise : stateIn(written);
  if (state === null)
    return { error: written ? `${written.slice(0, 30)} is no state.` : "Write the state's two letters." };
  const zips = parseZips(at("zipFrom"), at("zipTo"));
  if ("error" in zips) return zips;
  const rate = parseRate(at("rate"));
  if ("error" in rate) return rate;
  if (rate.value === null) return { error: "Write a rate: a line without one says nothing." };
  // An unquoted name may contain commas: it extends to the end of the line.
  const name =
    order.at(-1) === "name"
      ? cells
          .slice(order.length - 1)
          .filter(Boolean)
          .join(", ")
      : at("name");
  const fault = name.length > 60 ? "Use at most 60 characters for its name." : lineFault(name);
  return fault ? { error: fault } : { state, ...zips, rate: rate.value, name };
}

function stateIn(text: string): string | null {
  const upper = text.toUpperCase();
  if (Object.hasOwn(stateNames, upper)) return upper;
  return Object.entries(stateNames).find(([, name]) => name.toUpperCase() === upper)?.[0] ?? null;
}

/** Meanings of a typed rate: state and local part together, or the local part alone. */
export const RATE_MEANINGS = ["together", "local"] as const;
export type RateMeaning = (typeof RATE_MEANINGS)[number];

/** Rates below this (1 %) are probably typed as a fraction, 0.08875 in place of 8.875 percent, and are refused. */
const LEAST_TOGETHER = 10_000;

/** Computes the local part of a typed rate, or returns an error message. */
export function localPart(rate: Rate, stateRate: Rate | null, meaning: RateMeaning): Rate | { error: string } {
  if (meaning === "local") return rate;
  if (stateRate === null) return { error: "Write the state's own rate on its page first, 0 if it has none." };
  if (rate > 0 && rate < LEAST_TOGETHER)
    return { error: `${rateWords(rate)} is less than 1%. Write percent: 8.875, not 0.08875.` };
  return rate < stateRate
    ? { error: `${rateWords(rate)} is less than the state's own ${rateWords(stateRate)}.` }
    : rate - stateRate;
}
