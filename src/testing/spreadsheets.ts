import { strictCsv } from "./strict-csv";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;
const POWER = /^[+-]?(\d+\.?\d*|\.\d+)e[+-]?\d+$/i;
const DAY = /^(\d{1,2})[-/](\d{1,2})$/;

const shortened = (value: number, digits: number): string => {
  const [number = "", power = ""] = value.toExponential(digits).split("e");
  const [sign = "+", ...rest] = power;
  return `${number}E${sign}${rest.join("").padStart(2, "0")}`;
};

/** A cell after Excel with American settings has opened and saved it. */
function byExcel(cell: string): string {
  const value = Number(cell);
  if (POWER.test(cell)) return shortened(value, 2);
  if (NUMBER.test(cell)) return Math.abs(value) >= 1e11 ? shortened(value, 5).replace(/\.?0+E/, "E") : String(value);
  if (/^(true|false)$/i.test(cell)) return cell.toUpperCase();
  const [, month = 0, day = 0] = (DAY.exec(cell) ?? []).map(Number);
  if (month >= 1 && month <= 12 && day >= 1 && day <= 31) return `${day}-${MONTHS[month - 1]}`;
  const [, year, ...rest] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  return year ? `${rest.map(Number).join("/")}/${year}` : cell;
}

/** A cell after Google Sheets has saved it: an apostrophe before a text is removed, and numbers are written in full. */
function bySheets(cell: string): string {
  if (cell.startsWith("'")) return cell.slice(1);
  return NUMBER.test(cell) ? String(Number(cell)) : byExcel(cell);
}

/** A cell after LibreOffice has saved it, as observed. */
function byLibreOffice(cell: string): string {
  if (POWER.test(cell)) return String(Number(cell));
  if (NUMBER.test(cell)) {
    const value = Number(cell);
    return Math.abs(value) >= 1e16 ? shortened(value, 14).replace(/E\+/, "E+0") : String(value);
  }
  if (/^\d{4}-\d\d-\d\d$/.test(cell)) return cell;
  const [, month = "", day = ""] = /^(\d{1,2})\/(\d{1,2})$/.exec(cell) ?? [];
  if (month !== "" && Number(month) <= 12 && Number(day) <= 31)
    return `${month.padStart(2, "0")}/${day.padStart(2, "0")}/2026`;
  return /^\d{1,2}[-/]\d{1,2}$/.test(cell) ? cell : byExcel(cell);
}

interface Saved {
  by(cell: string): string;
  separator?: string;
  lineEnd?: string;
  /** Whether line breaks inside cells become CRLF. */
  hasWindowsCells?: boolean;
  /** Whether empty cells at the end of rows are dropped, as Excel does if many rows end with them. */
  isTrimmed?: boolean;
  encode?(text: string): Uint8Array;
}

const utf8 = (text: string): Uint8Array => Buffer.from(text);
const utf8WithMark = (text: string): Uint8Array => Buffer.from(`\u{FEFF}${text}`);
const wide = (text: string): Uint8Array => Buffer.from(`\u{FEFF}${text}`, "utf16le");
const oneByte = (text: string): Uint8Array => Buffer.from(text.replaceAll(/[\u0100-\u{10ffff}]/gu, "?"), "latin1");

/** Spreadsheet programs by name, each with its changes to cells and its file format. */
export const SPREADSHEETS: Record<string, Saved> = {
  Excel: { by: byExcel, encode: utf8WithMark, isTrimmed: true },
  "Excel with line ends of Windows in cells": { by: byExcel, encode: utf8WithMark, hasWindowsCells: true },
  "Excel in its old code page": { by: byExcel, encode: oneByte },
  "Excel where commas are decimal points": { by: byExcel, separator: ";", encode: utf8WithMark },
  "Excel as Unicode text": { by: byExcel, separator: "\t", encode: wide },
  "Google Sheets": { by: bySheets },
  LibreOffice: { by: byLibreOffice, lineEnd: "\n" },
};

/** One of the shop's CSV files after a spreadsheet program has opened and saved it. */
export function savedBy(name: string, file: string): Uint8Array {
  const {
    by,
    separator = ",",
    lineEnd = "\r\n",
    hasWindowsCells,
    isTrimmed,
    encode = utf8,
  } = SPREADSHEETS[name] ?? { by: String };
  const quoted = (cell: string): string =>
    cell.includes(separator) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  const rows = strictCsv(file).map((row) => {
    const cells = row.map(by).map((cell) => (hasWindowsCells ? cell.replaceAll(/\r?\n/g, "\r\n") : cell));
    const last = isTrimmed ? cells.findLastIndex((cell) => cell !== "") + 1 : cells.length;
    return cells.slice(0, last).map(quoted).join(separator);
  });
  return encode(rows.map((row) => row + lineEnd).join(""));
}
