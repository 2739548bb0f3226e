/** Most entries of a list whose texts are edited; a page of the shop has far fewer. */
export const MOST_ENTRIES = 12;

/** Cells of a row stand between these where a table is written as a text, a row a line. */
const BETWEEN_CELLS = " | ";

const isTable = (value: unknown): value is string[][] =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row));

const textOf = (value: unknown): string | undefined =>
  typeof value === "string"
    ? value
    : isTable(value)
      ? value.map((row) => row.join(BETWEEN_CELLS)).join("\n")
      : undefined;

/** Rows of a table that is written as a text. */
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

/** Paths of the texts in a JSON value that fit a pattern; `*` stands for each entry of a list. Lists come entry by entry. */
export function pathsIn(content: unknown, patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern, order) =>
    walked(content, partsOf(pattern), []).map((names) => ({ names, order })),
  );
  return found.toSorted(byEntry).map(({ names }) => names.join("."));
}

interface Found {
  names: string[];
  /** Place of its pattern. */
  order: number;
}

/** Texts of one entry stay together; everything else keeps the order of the patterns. */
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

/** The text at a path, of a table its rows; undefined where there is none. */
export const textAt = (content: unknown, path: string): string | undefined =>
  textOf(partsOf(path).reduce(childOf, content));

/** A copy of a JSON value with other texts at these paths. Paths without a text are left out. */
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
