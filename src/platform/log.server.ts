import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { personalNames } from "./marks.tables";
import { currentRequestId } from "./request-id.server";

const CENSOR = "[hidden]";
/** Personal columns whose names logs use for other things: names of files, and keys of jobs. */
const OTHERWISE_USED = new Set(["file", "key"]);

/** The program's log. Silent until the process sets its level; secrets and personal columns are hidden, by their properties. */
export const log = pino({
  level: "silent",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  mixin() {
    const request = currentRequestId();
    return request === undefined ? {} : { request };
  },
  redact: {
    paths: ["token", "password", "url.search", "lastFour"].flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
    censor: CENSOR,
  },
  formatters: { log: (fields) => withoutPersonal(fields) as Record<string, unknown> },
});

/**
 * An e-mail address, also as in an address of a page. Paths of packages hold an @ without a dotted host behind it. It is looked for at the
 * beginning of a word alone: from each letter of a long one the time would grow with the square of its length.
 */
const EMAIL = /(?<![\w.+%-])[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
/** A part of a path that looks random: long, of capitals, small letters and digits. */
const RANDOM_PART = /(?<=\/)(?=[^/]*\d)(?=[^/]*[a-z])(?=[^/]*[A-Z])[\w.~-]{20,}/g;

const withoutEmails = (text: string): string => (/@|%40/.test(text) ? text.replace(EMAIL, CENSOR) : text);

/** Fields of a log line without the values of personal columns, e-mail addresses, and tokens in a `path`; three levels deep. */
export function withoutPersonal(value: unknown, levels = 3, name = ""): unknown {
  if (typeof value === "string") {
    const text = withoutEmails(value);
    return name === "path" ? text.replace(RANDOM_PART, CENSOR) : text;
  }
  if (levels === 0 || typeof value !== "object" || value === null || value instanceof Error || value instanceof Date)
    return value;
  if (Array.isArray(value)) return value.map((one) => withoutPersonal(one, levels - 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, own]) => [key, isPersonal(key) ? CENSOR : withoutPersonal(own, levels - 1, key)]),
  );
}

const isPersonal = (key: string): boolean => personalNames.has(key) && !OTHERWISE_USED.has(key);

/** Text of an error for the log: stack and cause. Parameters of failed queries are omitted, because shoppers typed them. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  if (!(error instanceof DrizzleQueryError)) return text;
  const why = error.cause?.message ?? "nothing is known about it";
  return text.replace(error.message, () => `Failed query: ${error.query}: ${why}`);
}
