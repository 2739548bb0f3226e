import { composed } from "./folded-text";
import { withoutInvisible } from "./visible-text";

/** Text of whichever system, as every reader of files and pasted lines takes it: composed, as texts are stored, and without NUL. */
const taken = (text: string): string => composed(text.replaceAll("\0", ""));

/**
 * A cell of a large file, without the invisible characters that other programs write and no field accepts; a cell of several
 * lines, such as a description, keeps them.
 */
export const cellOfFile = (cell: string): string => taken(cell.includes("\n") ? cell : withoutInvisible(cell));

/**
 * Text that a member pasted, or of a small file, without the mark of its encoding. Its readers name an invisible character, so
 * that the member takes it out.
 */
export const pastedText = (text: string): string => taken(text.replace(/^\u{FEFF}/u, ""));

/** Lines of pasted text, of whichever system, empty ones included. */
export const linesOfPasted = (text: string): string[] => pastedText(text).split(/\r\n|\r|\n/);
