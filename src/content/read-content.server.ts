import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { givingWay } from "~/platform/giving-way.server";
import { type ContentRecord, pictureIn, recordIn } from "./content-file";
import { contentLimits } from "./content-limits";

/** Maximum number of errors in one message. */
export const MOST_COMPLAINTS = 20;

/** Error for a file that cannot be imported; the message gives the reasons, one per line. */
export class UnusableFile extends Error {
  override readonly name = "UnusableFile";
}

const PICTURE = '{"picture"';
/** Number of rows after which other requests are served; a long row counts as several. */
const ROWS_AT_ONCE = 100;
const LETTERS_A_ROW = 4096;

/** A line of the file with its number, beginning with 1. */
export interface Line {
  number: number;
  text: string;
  isPicture: boolean;
}

/**
 * Yields the lines of the file and serves other requests in between.
 *
 * @throws {UnusableFile} if the file or a line is larger, or the lines are more, than the limits allow.
 */
export async function* linesOf(file: string, most: { letters: number } = contentLimits): AsyncGenerator<Line> {
  if ((await stat(file)).size > contentLimits.bytes) throw new UnusableFile("The file is larger than 4 GB.");
  const giveWay = givingWay(ROWS_AT_ONCE);
  const count = countingOf(most.letters);
  for await (const line of splitLines(file)) {
    count(line);
    await giveWay(1 + line.text.length / LETTERS_A_ROW);
    yield line;
  }
}

/** Returns a function that counts lines, and throws when the file has more than the limits allow. */
function countingOf(mostLetters: number): (line: Line) => void {
  let [rows, letters, pictures] = [0, 0, 0];
  return ({ isPicture, text }) => {
    if (isPicture) pictures += 1;
    else {
      rows += 1;
      letters += text.length;
    }
    // The first line and the last two lines are not rows.
    if (rows > contentLimits.rows + 3)
      throw new UnusableFile(`The file has more than ${contentLimits.rows.toLocaleString("en-US")} rows.`);
    if (letters > mostLetters) throw new UnusableFile("The file holds more words than any shop.");
    if (pictures > contentLimits.pictures)
      throw new UnusableFile(`The file has more than ${contentLimits.pictures.toLocaleString("en-US")} pictures.`);
  };
}

async function* splitLines(file: string): AsyncGenerator<Line> {
  const input = createReadStream(file, { encoding: "utf8", highWaterMark: 256 * 1024 });
  let begun: string[] = [];
  let letters = 0;
  let number = 1;
  const take = (piece: string): void => {
    begun.push(piece);
    letters += piece.length;
    // A line that is too long is refused before all of it is in memory.
    if (letters > contentLimits.rowBytes) requireFitting(lineIn(begun, number, letters));
  };
  for await (const piece of input as AsyncIterable<string>) {
    let from = 0;
    for (let end = piece.indexOf("\n"); end >= 0; end = piece.indexOf("\n", from)) {
      take(piece.slice(from, end));
      yield requireFitting(lineIn([begun.join("").replace(/\r$/, "")], number, letters));
      begun = [];
      letters = 0;
      number += 1;
      from = end + 1;
    }
    take(piece.slice(from));
  }
  if (letters > 0) yield requireFitting(lineIn([begun.join("")], number, letters));
}

/** Converts the received pieces to a line, which may still be incomplete. */
const lineIn = (pieces: string[], number: number, letters: number) => {
  const [text = ""] = pieces;
  // The first piece may be shorter than the prefix that tells pictures from rows.
  const start = text.length >= PICTURE.length ? text : pieces.slice(0, PICTURE.length).join("");
  return { number, text, letters, isPicture: start.startsWith(PICTURE) };
};

function requireFitting(line: Line & { letters: number }): Line {
  const { number, text, letters, isPicture } = line;
  if (isPicture) {
    if (letters > contentLimits.pictureLetters)
      throw new UnusableFile(`Line ${number} is longer than a picture of 40 MB.`);
  } else if (Math.max(letters, Buffer.byteLength(text)) > contentLimits.rowBytes)
    throw new UnusableFile(`Line ${number} is longer than 1 MB.`);
  return line;
}

/** Parses the record in a line, or returns an error message. */
export function recordOf({ text, isPicture }: Line): ContentRecord | { complaint: string } {
  if (isPicture) return pictureIn(text) ?? { complaint: " is no record." };
  if (depthOf(text) > contentLimits.depth + RECORD_DEPTH)
    return { complaint: `: its lists and objects lie in each other more than ${contentLimits.depth} levels deep.` };
  const record = recordIn(text);
  return record ?? { complaint: " is no record." };
}

/** Nesting depth of a record and the row inside it, which the limit does not include. */
const RECORD_DEPTH = 2;
const [QUOTE, ESCAPE, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = Array.from('"\\{}[]', (sign) => sign.charCodeAt(0));

/** Nesting depth of a JSON text, not counting brackets in strings. */
function depthOf(text: string): number {
  let [depth, deepest, isText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (isText) {
      if (sign === ESCAPE) at += 1;
      else if (sign === QUOTE) isText = false;
    } else if (sign === QUOTE) isText = true;
    else if (sign === OPEN || sign === OPEN_LIST) deepest = Math.max(deepest, (depth += 1));
    else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1;
  }
  return deepest;
}
