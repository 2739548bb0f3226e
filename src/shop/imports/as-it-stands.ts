import type { FieldKey } from "./columns";
import type { Line } from "./mapped-row";
import { isSameWords, keptWords, mayBecome, spoiltWords } from "./spreadsheet-notation";

interface SaidText {
  /** Text in the row, and stored text; undefined if there is none. */
  said: string | undefined;
  stands: string | undefined;
}

/**
 * Text that a cell means: the stored text if a spreadsheet may have reformatted it, otherwise the text of the cell. Reports cells
 * that a spreadsheet damaged.
 */
export function asItStands(line: Line, field: FieldKey, { said, stands = "" }: SaidText): string | undefined {
  if (said === undefined || said === stands) return said;
  if (stands !== "" && mayBecome(stands, said)) {
    const isSaid = line.problems.some((problem) => problem.field === field);
    if (!isSameWords(stands, said) && !isSaid)
      line.problems.push({ field, words: keptWords(said, stands), isNote: true });
    return stands;
  }
  const words = spoiltWords(said);
  if (words) line.problems.push({ field, words });
  return said;
}
