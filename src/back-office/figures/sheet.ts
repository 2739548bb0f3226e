import { cents, dollars, formatCents } from "~/shop/money";

/** Value of a cell: cents in a column of kind `money`, a fraction in a column of kind `share`, null for no value. */
export type SheetCell = string | number | null;

export interface SheetColumn {
  name: string;
  kind: "text" | "money" | "count" | "share";
  /** Whether screen and paper omit the column if all its values are zero or empty. Files have every column. */
  isOptional?: boolean;
}

export interface SheetRow {
  key: string;
  cells: SheetCell[];
  /** Text below the first cell. */
  note?: string;
  /** Address that the first cell links to. */
  to?: string;
  /** Hash of the picture beside the first cell; null shows an empty frame. */
  picture?: string | null;
  /** Index of the cell that is emphasized, the largest count of its table. */
  most?: number;
}

/** A table of figures, on screen, on paper and as a file. */
export interface SheetTable {
  /** Name in addresses and file names. */
  name: string;
  title: string;
  columns: SheetColumn[];
  rows: SheetRow[];
  /** Sums over all rows, including rows on other pages. */
  all?: SheetCell[];
  /** Sentences before the table; `lead` is the emphasized beginning of a sentence. */
  says?: { lead: string; words: string; way?: { to: string; name: string } }[];
  /** Text in place of a table without rows. */
  empty?: string;
  /** Address and name of the screen with the full table. */
  more?: { to: string; name: string };
  /** Whether the table is as wide as the page, on a screen whose other tables are in two columns. */
  isWide?: boolean;
}

/** One sum in the row of sums from gross sales to total sales. */
export interface ChainLink {
  name: string;
  sum: string;
  note: string;
  /** Sign before the sum. */
  sign?: "−" | "+" | "=";
  isTotal?: boolean;
  isSub?: boolean;
}

/** Chart: an SVG drawn by the server, and the labels around it. */
export interface SheetChart {
  title: string;
  svg: string;
  /** Labels of the horizontal lines, with their distance from the top as a fraction of the height, 0 to 1. */
  lines: { at: number; shown: string }[];
  /** Labels below the chart, from left to right. */
  ends: string[];
  /** Legend of the chart: the look of each kind of bar, and its name. */
  key: { face: "early" | "late" | "last" | "was"; name: string }[];
  /** Table that is printed instead of the chart, if the screen has no table of the same values. */
  table?: SheetTable;
}

/** A screen of figures as data, from which the page, the print version and the files are made. */
export interface Sheet {
  title: string;
  /** One or two sentences about the period and the way of counting. */
  head: string;
  chain?: ChainLink[];
  /** Remarks below the row of sums. */
  remarks?: string[];
  chart?: SheetChart;
  tables: SheetTable[];
  /** Whether the sheet depends on a period; sheets of stock show the current state. */
  isOfPeriod: boolean;
  /** Values of a parameter by which the sheet can be filtered. */
  limits?: { by: "size" | "category"; label: string; values: string[] };
  /** Previous and next page of the sheet's only table, as the index of their first row. `words` are empty without rows. */
  pages?: { previous: number | null; next: number | null; words: string };
}

/** Part of a sentence about a table that leaves out rows, e.g. "The first 100 of 2,354 products". */
export const firstOfAll = (shown: number, all: number, noun = ""): string =>
  ["The first", shown.toLocaleString("en-US"), "of", all.toLocaleString("en-US"), noun].join(" ").trimEnd();

/** Sentence before a table that leaves out rows which its file has; none if it leaves out none. */
export const leftOutOf = (shown: number, all: number, noun = ""): { lead: string; words: string }[] =>
  shown < all ? [{ lead: `${firstOfAll(shown, all, noun)}.`, words: "The file has all of them." }] : [];

const share = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 0 });

/** Formats a value for screen and paper: "$12.00", "1,203", "83%", with a typographic minus sign. */
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

/** Replaces the hyphen of a formatted number by a minus sign; removes it if the number is rounded to zero. */
export const signed = (shown: string): string => shown.replace("-", /[1-9]/.test(shown) ? "−" : "");

/** Converts a value for a file: cents to dollars, shares to three decimals; counts and texts stay as they are. */
export const writtenCell = (value: SheetCell, kind: SheetColumn["kind"]): SheetCell =>
  kind === "money" && typeof value === "number"
    ? dollars(cents(value))
    : kind === "share" && typeof value === "number"
      ? Math.round(value * 1000) / 1000
      : value;

/** Columns to show, without optional columns that are empty, with their index in `cells`. */
export const shownColumns = ({ columns, rows, all }: SheetTable): { column: SheetColumn; place: number }[] =>
  columns
    .map((column, place) => ({ column, place }))
    .filter(
      ({ column, place }) =>
        !column.isOptional || [...rows.map(({ cells }) => cells), all ?? []].some((cells) => Boolean(cells[place])),
    );

/** Removes the link to the full table, for the screen that shows the full table. */
export const alone = ({ more: _, ...table }: SheetTable): SheetTable => table;
