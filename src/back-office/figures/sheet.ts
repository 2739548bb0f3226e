import { cents, dollars, formatCents } from "~/shop/money";

/** A value of a table: cents in a column of money, a part of one in a column of shares. Null where there is none. */
export type SheetCell = string | number | null;

export interface SheetColumn {
  name: string;
  kind: "text" | "money" | "count" | "share";
  /** Left out on screen and paper where all its values are zero. Files have every column. */
  isOptional?: boolean;
}

export interface SheetRow {
  key: string;
  cells: SheetCell[];
  /** Words below the first cell. */
  note?: string;
  /** Address that the first cell leads to. */
  to?: string;
  /** Hash of a picture beside the first cell; null draws an empty plate. */
  picture?: string | null;
}

/** A table of figures, on screen, on paper and as a file. */
export interface SheetTable {
  /** Part of addresses and of the file's name. */
  name: string;
  title: string;
  columns: SheetColumn[];
  rows: SheetRow[];
  /** Sums over all rows, also those that are not shown. */
  all?: SheetCell[];
  /** Sentences to read before the table; the first words of each are set off. */
  says?: { lead: string; words: string; way?: { to: string; name: string } }[];
  /** Words instead of a table without rows. */
  empty?: string;
  /** Screen with all of it, and its name. */
  more?: { to: string; name: string };
  /** True where the largest count stands out, without the last column of sums. */
  marksMost?: boolean;
  /** True for a table of the page's whole width among others that stand side by side. */
  isWide?: boolean;
}

/** A link of the chain from gross sales to total sales. */
export interface ChainLink {
  name: string;
  sum: string;
  note: string;
  /** Sign before it. */
  sign?: "−" | "+" | "=";
  isTotal?: boolean;
  isSub?: boolean;
}

/** A drawn chart: its SVG comes from the server, its words stand around it. */
export interface SheetChart {
  title: string;
  svg: string;
  /** Labels of its lines, with their place from the top, 0 to 1. */
  lines: { at: number; shown: string }[];
  /** Words below it, from left to right. */
  ends: string[];
  /** Looks and what they mean. */
  key: { face: "early" | "late" | "last" | "was"; name: string }[];
  /** Its table for paper, where the screen has no other of it. */
  table?: SheetTable;
}

/** A screen of figures as data: page, print sheet and files are drawn from it. */
export interface Sheet {
  title: string;
  /** A sentence or two on the counted days. */
  head: string;
  chain?: ChainLink[];
  /** Small facts below the chain. */
  facts?: string[];
  chart?: SheetChart;
  tables: SheetTable[];
  /** Whether the sheet is of a period; stock is of now. */
  isOfPeriod: boolean;
  /** Values of a part of its address by which it can be limited. */
  limits?: { by: "size" | "category"; label: string; values: string[] };
  /** Pages of its only table, by the number of the first row. */
  pages?: { previous: number | null; next: number | null; words: string };
}

const share = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

/** A value as it is read: "$12.00", "1,203", "83%"; a minus is a minus sign. */
export function shownCell(value: SheetCell, kind: SheetColumn["kind"]): string {
  if (value === null) return "";
  if (typeof value === "string") return value;
  const shown =
    kind === "money"
      ? formatCents(cents(value))
      : kind === "share"
        ? share.format(value)
        : value.toLocaleString("en-US");
  return signed(shown);
}

/** With a minus sign for a hyphen, and without any for what was rounded to nothing. */
export const signed = (shown: string): string => shown.replace("-", /[1-9]/.test(shown) ? "−" : "");

/** A value as files have it: dollars, counts and parts of one as numbers. */
export const writtenCell = (value: SheetCell, kind: SheetColumn["kind"]): SheetCell =>
  kind === "money" && typeof value === "number"
    ? dollars(cents(value))
    : kind === "share" && typeof value === "number"
      ? Math.round(value * 1000) / 1000
      : value;

/** Columns that are shown, with their place among the cells. */
export const shownColumns = ({ columns, rows, all }: SheetTable): { column: SheetColumn; place: number }[] =>
  columns
    .map((column, place) => ({ column, place }))
    .filter(
      ({ column, place }) =>
        !column.isOptional || [...rows.map(({ cells }) => cells), all ?? []].some((cells) => Boolean(cells[place])),
    );
