import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { TextDecoderStream } from "node:stream/web";
import { CsvError, parse } from "csv-parse";
import { givingWay } from "~/platform/giving-way.server";
import { cellOfFile } from "~/shop/pasted-text";
import { type Encoding, isNoText, isPacked, wideEncoding } from "~/shop/text-encoding";
import { isOfOrders } from "./columns";
import { importLimits } from "./import-limits";
import { type Unreadable, unreadableWords } from "./unreadable";

/** Thrown for a file that cannot be read as a table; the message states the reason and what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly why: Unreadable;
  /** Row at which reading failed. */
  readonly row: number;

  constructor(why: Unreadable, row = 0) {
    super(unreadableWords(why, row));
    this.why = why;
    this.row = row;
  }
}

/** Format of a file, detected from its content. */
export interface FileFormat {
  encoding: Encoding;
  separator: string;
  headers: string[];
  /** Row number of the header: 2 if the first line only states the separator, otherwise 1. */
  headRow: number;
}

const HEAD_BYTES = 64 * 1024;
/** Pattern of the line by which Excel states the separator: sep=; */
const NAMED_SEPARATOR = /^"?sep=([,;|\t])"?\r?\n/i;
const SEPARATORS = [",", ";", "\t", "|"];

/**
 * Detects the encoding, separator and header of a file.
 *
 * @throws {UnreadableFile} for an empty file, a workbook, a picture, a list of orders, a template of Amazon's, or another file that is no table of goods.
 */
export async function formatOf(path: string): Promise<FileFormat> {
  const head = await firstBytes(path);
  if (head.length === 0) throw new UnreadableFile("empty");
  const encoding = await encodingOf(path, head);
  const text = new TextDecoder(encoding).decode(head).replace(/^\u{FEFF}/u, "");
  if (text.trim() === "") throw new UnreadableFile("empty");
  const named = NAMED_SEPARATOR.exec(text)?.[1];
  const [separator, headRow] = named ? [named, 2] : [separatorIn(text), 1];
  for await (const { row, cells } of records(path, { encoding, separator })) {
    if (row < headRow) continue;
    if (cells.every((cell) => cell.trim() === "")) throw new UnreadableFile("no-columns");
    if (cells.some((cell) => cell.length > importLimits.heading)) throw new UnreadableFile("no-table");
    const headers = cells.map((cell) => cell.trim());
    if (headers[0]?.startsWith("TemplateType=")) throw new UnreadableFile("template");
    if (isOfOrders(headers)) throw new UnreadableFile("orders");
    return { encoding, separator, headers, headRow };
  }
  throw new UnreadableFile("empty");
}

async function firstBytes(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function encodingOf(path: string, head: Buffer): Promise<Encoding> {
  const wide = wideEncoding(head);
  if (wide) return wide;
  if (isPacked(head)) throw new UnreadableFile("workbook");
  if (isNoText(head)) throw new UnreadableFile("no-table");
  return (await isUtf8(path)) ? "utf-8" : "windows-1252";
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const piece of createReadStream(path)) decoder.decode(piece as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Separator that occurs most often in the first line. */
function separatorIn(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0].replace(/"(?:[^"]|"")*"/g, "") ?? "";
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Number of rows after which other requests are served, and of letters that weigh as much as a row. */
const [ROWS_AT_ONCE, LETTERS_OF_ROW] = [500, 1000];
/** Maximum length in characters of one line. The parser bounds only what stands in cells, and a row of empty cells has none. */
const MOST_LETTERS = importLimits.cell * 4;

/** Thrown for a line that is longer than any row. */
class EndlessLine extends Error {}

/** Passes pieces of a text on. @throws {EndlessLine} before the piece that makes a line too long. */
async function* boundedLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let letters = 0;
  for await (const piece of text) {
    const end = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf("\r"));
    letters = end < 0 ? letters + piece.length : piece.length - end - 1;
    if (letters > MOST_LETTERS) throw new EndlessLine();
    yield piece;
  }
}

/** Row of a file: its number, counted from 1, and its cells. */
export interface FileRow {
  row: number;
  cells: string[];
  /** Number of cells in the file, if the row was converted and has more or fewer than the header. */
  ownCells?: number;
}

/**
 * Rows of a file one by one, including the header. Empty rows are counted but not returned.
 *
 * @throws {UnreadableFile} with the number of the row that cannot be read.
 */
export async function* records(
  path: string,
  { encoding, separator }: Pick<FileFormat, "encoding" | "separator">,
): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    max_record_size: importLimits.cell * 4,
  });
  const text = Readable.toWeb(createReadStream(path)).pipeThrough(new TextDecoderStream(encoding) as never);
  const source = Readable.from(boundedLines(Readable.fromWeb(text as never)));
  source.on("error", (error) => parser.destroy(error));
  source.pipe(parser);
  const giveWay = givingWay(ROWS_AT_ONCE);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      await giveWay(1 + cells.reduce((sum, cell) => sum + cell.length, 0) / LETTERS_OF_ROW);
      // Rejects rows of several hundred thousand empty cells.
      if (cells.length > importLimits.columns) throw new UnreadableFile("many-columns", row);
      if (cells.some((cell) => cell !== "")) yield { row, cells: cells.map(cellOfFile) };
    }
  } catch (error) {
    if (error instanceof EndlessLine) throw new UnreadableFile("long-row", row + 1);
    throw error instanceof CsvError ? new UnreadableFile(REASONS[error.code] ?? "quote", row + 1) : error;
  } finally {
    source.destroy();
    parser.destroy();
  }
}

const REASONS: Partial<Record<string, Unreadable>> = {
  CSV_QUOTE_NOT_CLOSED: "cut-off",
  CSV_MAX_RECORD_SIZE: "long-row",
};
