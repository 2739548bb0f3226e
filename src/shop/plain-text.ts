import { z } from "zod";
import { composed } from "./folded-text";
import { lineFault, trimmed } from "./visible-text";

/**
 * Characters refused in several lines: control characters other than line breaks and tabs, and direction controls, which would
 * change the direction of all following text. Pasted text may contain other invisible characters.
 */
const OF_LINES = /(?![\r\n\t])[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;

interface LineWords {
  /** Message for a value that is missing or not a string; `.min(1, …)` refuses an empty text. */
  missing?: string;
  tooLong?: string;
}

/** Schema of a trimmed line of visible text; accepts an empty text. */
export const PlainLine = (most: number, { missing, tooLong = `Use at most ${most} characters.` }: LineWords = {}) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite((text) => composed(trimmed(text)))
    .max(most, tooLong)
    .check(({ value, issues }) => {
      const message = lineFault(value);
      if (message) issues.push({ code: "custom", message, input: value });
    });

/** Schema of several lines of text without control characters and direction controls; accepts an empty text. */
export const PlainLines = (
  most: number,
  { missing, tooLong = `Use at most ${most.toLocaleString("en-US")} characters.` }: LineWords = {},
) =>
  z
    .string(missing === undefined ? undefined : { error: missing })
    .overwrite(composed)
    .max(most, tooLong)
    .refine((text) => !OF_LINES.test(text), "Please use plain text.");
