/**
 * Matches invisible characters, and characters that change the direction of text. Parts of emoji are allowed: variation
 * selectors, and joiners between two emoji.
 */
const INVISIBLE =
  /(?!(?<=\p{Emoji})[\uFE0E\uFE0F]|(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?)\u200D(?=\p{Extended_Pictographic}))[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

// Compiled once, because imported files have millions of cells.
const ALL_INVISIBLE = new RegExp(INVISIBLE.source, "gu");
const ALL_CONTROL = new RegExp(CONTROL.source, "gu");
const BLANK = new RegExp(`\\s|${INVISIBLE.source}`, "uy");

/**
 * Removes invisible characters and replaces control characters by spaces. For input whose author cannot correct it, such as
 * webhooks.
 */
export const visible = (text: string): string => text.replace(ALL_INVISIBLE, "").replace(ALL_CONTROL, " ");

/** Removes invisible characters. Control characters are kept, so that validation can refuse them. */
export const withoutInvisible = (text: string): string => text.replace(ALL_INVISIBLE, "");

/** Cuts a text to `most` characters without splitting a surrogate pair, because PostgreSQL refuses JSON with a half pair. */
export const beginning = (text: string, most: number): string => text.slice(0, most).replace(/\p{Cs}$/u, "");

/** Cuts a text to `most` characters after a whole word; a single longer word is cut within. */
export function beginningOfWords(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = beginning(text, most);
  const end = /\s/.test(text.charAt(head.length)) ? head.length : head.search(/\s\S*$/);
  return end > 0 ? head.slice(0, end).trimEnd() : head;
}

const isBlankAt = (text: string, at: number): boolean => {
  BLANK.lastIndex = at;
  return BLANK.test(text);
};

/** Trims spaces and invisible characters from both ends, in linear time. */
export function trimmed(text: string): string {
  let [from, to] = [0, text.length];
  while (from < to && isBlankAt(text, from)) from = BLANK.lastIndex;
  while (from < to && isBlankAt(text, lastLetterOf(text, to))) to = lastLetterOf(text, to);
  return text.slice(from, to);
}

const lastLetterOf = (text: string, to: number): number => to - ((text.codePointAt(to - 2) ?? 0) > 0xffff ? 2 : 1);

/** Error message about a text that is not one line of visible text; undefined for a valid text. */
export function lineFault(text: string): string | undefined {
  if (CONTROL.test(text)) return "Write it in one line of plain text.";
  const at = text.search(INVISIBLE);
  if (at < 0) return undefined;
  const before = text.slice(0, at).split(/\s+/).at(-1) ?? "";
  return before === ""
    ? "Take out the invisible character, or type it anew."
    : `Take out the invisible character after “${before}”, or type it anew.`;
}
