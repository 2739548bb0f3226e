import { z } from "zod";

/**
 * Characters that show nothing, or turn the direction of what stands beside them. What picture letters are made with stays: the
 * selector after one, and the joiner between two.
 */
const INVISIBLE =
  /(?!(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic}))[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Several lines may be pasted from anywhere: only what turns the direction of all that follows is refused there. */
const OF_LINES = /(?![\r\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

// Written once: a file has millions of cells.
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, "gu");
const ALL_CONTROL = new RegExp(CONTROL.source, "gu");
const BLANK = new RegExp(`\\s|${INVISIBLE.source}`, "uy");

/** A text without what nobody sees in it, on one line: for texts whose writer cannot be asked again. */
export const visible = (text: string): string => text.replace(ALL_INVISIBLE, "").replace(ALL_CONTROL, " ");

/** A text without the characters that show nothing; what no text has stays, to be refused. */
export const withoutInvisible = (text: string): string => text.replace(ALL_INVISIBLE, "");

const isBlankAt = (text: string, at: number): boolean => {
  BLANK.lastIndex = at;
  return BLANK.test(text);
};

/** A text without blanks and invisible characters around it, in time that grows with its length alone. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlankAt(text, from)) from = BLANK.lastIndex;
  while (from < to && isBlankAt(text, lastLetterOf(text, to))) to = lastLetterOf(text, to);
  return text.slice(from, to);
}

const lastLetterOf = (text: string, to: number): number => to - ((text.codePointAt(to - 2) ?? 0) > 0xffff ? 2 : 1);

/** Advice where a text is not one line that reads as it is stored; nothing where it is. */
export function lineFault(text: string): string | undefined {
  if (CONTROL.test(text)) return "Write it in one line of plain text.";
  const at = text.search(INVISIBLE);
  if (at < 0) return undefined;
  const before = text.slice(0, at).split(/\s+/).at(-1) ?? "";
  return before === ""
    ? "Take out the invisible character, or type it anew."
    : `Take out the invisible character after “${before}”, or type it anew.`;
}

interface LineWords {
  /** Where there is no text at all. */
  missing?: string;
  tooLong?: string;
}

/** One line that others read: of plain text, without invisible characters, trimmed. It may be empty. */
export const PlainLine = (most: number, { missing, tooLong = `Use at most ${most} characters.` }: LineWords = {}) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite(trimmed)
    .max(most, tooLong)
    .check(({ value, issues }) => {
      const message = lineFault(value);
      if (message) issues.push({ code: "custom", message, input: value });
    });

/** Several lines that others read, of plain text whose direction nothing turns. */
export const PlainLines = (most: number, { missing }: Pick<LineWords, "missing"> = {}) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .max(most, `Use at most ${most.toLocaleString("en-US")} characters.`)
    .refine((text) => !OF_LINES.test(text), "Please use plain text.");
