import { bareDigits, barcodeOf, gtinFault, isSameBarcode, MOST_BARCODE, withLostZeros } from "~/shop/gtin";
import { lineFault } from "~/shop/visible-text";
import { asItStands } from "./as-it-stands";
import { sentencePart } from "./cell-values";
import type { Line } from "./mapped-row";
import { mayBecome, spoiltWords } from "./spreadsheet-notation";

/**
 * Reads the barcode of a row: the stored barcode if a spreadsheet may have reformatted the cell. One that is no GTIN is kept with
 * a note; a number that a spreadsheet shortened is ignored with a note.
 */
export function readBarcode(
  line: Line,
  { said, stands = "" }: { said: string | undefined; stands: string | undefined },
): string | undefined {
  if (said === undefined || said === "" || said === stands) return said;
  if (stands !== "" && mayBecome(stands, said)) return asItStands(line, "barcode", { said, stands });
  // Other shops write an apostrophe before the number, so that spreadsheets keep leading zeros.
  const cell = said.replace(/^'/, "").trim();
  const typed = barcodeOf(cell);
  if (isSameBarcode(typed, stands)) return stands;
  const spoilt = spoiltWords(typed);
  if (spoilt) return void note(line, `${spoilt}, so it is left out`);
  const digits = bareDigits(typed);
  const padded = withLostZeros(digits);
  if (padded) {
    note(
      line,
      `is read as ${padded}: a spreadsheet left out the ${padded.length - digits.length > 1 ? "zeros" : "zero"} before it`,
    );
    return padded;
  }
  const wrong = typed.length > MOST_BARCODE ? `Write at most ${MOST_BARCODE} characters.` : lineFault(typed);
  if (wrong) return void note(line, `is no barcode, so it is left out: ${sentencePart(wrong)}`);
  const fault = gtinFault(typed);
  if (fault) note(line, `is kept, but is not for Google: ${sentencePart(fault)}`);
  return typed;
}

function note(line: Line, words: string): void {
  // A row for several variants gets the note once.
  if (!line.problems.some(({ field }) => field === "barcode"))
    line.problems.push({ field: "barcode", words, isNote: true });
}
