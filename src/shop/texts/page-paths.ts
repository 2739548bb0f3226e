import { MOST_ENTRIES } from "./page-form";

/** Separator of cells in the text form of a table, which has one row per line. */
const BETWEEN_CELLS = " | ";

const isTable = (value: unknown): value is string[][] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row));

const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : isTable(value)
      ? value.map((row) => row.join(BETWEEN_CELLS)).join("\n")
      : undefined;

/** Parses the text form of a table into rows. */
export const tableRows = (text: string): string[][] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => line.split("|").map((cell) => cell.trim()));

const partsOf = (path: string): string[] => path.split(".");

function childOf(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

/**
 * Paths of the texts in a JSON value that match the patterns; `*` matches each entry of a list. All texts of an entry follow each
 * other.
 */
export function pathsIn(content: unknown, patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern, order) =>
    walked(content, partsOf(pattern), []).map((names) => ({ names, order })),
  );
  return found.toSorted(byEntry).map(({ names }) => names.join("."));
}

interface Found {
  names: string[];
  /** Index of the pattern that matched. */
  order: number;
}

/** Sorts the texts of a list by entry, and all other texts by pattern. */
function byEntry(one: Found, other: Found): number {
  const entry = entryOf(one.names);
  if (entry !== undefined && entry.list === entryOf(other.names)?.list)
    return entry.number - (entryOf(other.names)?.number ?? 0) || one.order - other.order;
  return one.order - other.order;
}

function entryOf(names: string[]): { list: string; number: number } | undefined {
  const place = names.findIndex((name) => /^\d+$/.test(name));
  return place < 0 ? undefined : { list: names.slice(0, place).join("."), number: Number(names[place]) };
}

function walked(value: unknown, [name, ...rest]: string[], before: string[]): string[][] {
  if (name === undefined) return textOf(value) === undefined ? [] : [before];
  if (name !== "*") return walked(childOf(value, name), rest, [...before, name]);
  if (!Array.isArray(value)) return [];
  return value.slice(0, MOST_ENTRIES).flatMap((entry, place) => walked(entry, rest, [...before, String(place)]));
}

/** Text at a path, for a table its text form; undefined if there is none. */
export const textAt = (content: unknown, path: string): string | undefined =>
  textOf(partsOf(path).reduce(childOf, content));

/** Copies a JSON value and replaces the texts at these paths. Paths that have no text in the value are ignored. */
export function withTexts<T>(content: T, texts: Readonly<Record<string, unknown>>): T {
  const copy = structuredClone(content);
  for (const [path, text] of Object.entries(texts)) {
    if (typeof text !== "string" || textAt(copy, path) === undefined) continue;
    const names = partsOf(path);
    const owner = names.slice(0, -1).reduce<unknown>(childOf, copy) as Record<string, unknown>;
    const last = names.at(-1) ?? "";
    owner[last] = isTable(owner[last]) ? tableRows(text) : text;
  }
  return copy;
}
