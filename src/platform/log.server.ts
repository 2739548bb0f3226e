import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";
import { personalNames } from "./marks.tables";
import { currentRequestId } from "./request-id.server";

const CENSOR = "[hidden]";
/** Names of personal columns that the log also uses for other things: files, keys of jobs, paths of requests, reasons of failures. */
const OTHERWISE_USED = new Set(["file", "key", "memory", "path", "query", "reason"]);

/**
 * Log of the program. It is silent until the process sets its level; properties named like secrets or personal columns are
 * redacted.
 */
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
 * Matches an e-mail address, also percent-encoded in a path. Paths of packages contain an @ but no host with a dot after it.
 * Matches only begin at the beginning of a word, because otherwise the time would grow with the square of a word's length.
 */
const EMAIL = /(?<![\w.+%-])[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
/** Matches a part of a path that looks like a token: at least 20 characters with capitals, small letters and digits. */
const RANDOM_PART = /(?<=\/)(?=[^/]*\d)(?=[^/]*[a-z])(?=[^/]*[A-Z])[\w.~-]{20,}/g;

const withoutEmails = (text: string): string => (/@|%40/.test(text) ? text.replace(EMAIL, CENSOR) : text);

/**
 * Copies the fields of a log line without values of personal columns, e-mail addresses, and tokens in a `path`, up to three
 * levels deep.
 */
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

/**
 * Formats an error for the log with its stack. A failed query has its statement and the cause's message, but not its parameters,
 * because shoppers typed them.
 */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  if (!(error instanceof DrizzleQueryError)) return text;
  const why = error.cause?.message ?? "nothing is known about it";
  return text.replace(error.message, () => `Failed query: ${error.query}: ${why}`);
}
