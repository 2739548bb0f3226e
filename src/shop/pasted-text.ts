import { composed } from "./folded-text";

/**
 * Text that a member pasted, or of a small file, as every reader takes it: composed, as texts are stored, and without the byte
 * order mark and NUL characters.
 */
export const pastedText = (text: string): string => composed(text.replace(/^\u{FEFF}/u, "").replaceAll("\0", ""));

/** Lines of pasted text, of whichever system, empty ones included. */
export const linesOfPasted = (text: string): string[] => pastedText(text).split(/\r\n|\r|\n/);
