import { DrizzleQueryError } from "drizzle-orm";
import { pino } from "pino";

/** Keys whose values are hidden: secrets, and every personal column by its property; see marks.tables.ts. */
export const hiddenKeys = [
  ["token", "password", "url.search"],
  ["name", "email", "phone", "address", "city", "postalCode", "network", "mailbox", "author", "recipient", "agent"],
  ["cardBrand", "cardLastFour", "lastFour"],
  ["subject", "text", "html", "title", "content", "message", "question", "answer", "words", "word", "slips", "note"],
  ["old", "new", "details", "sealed", "trackingNumber", "trackingUrl", "labelUrl"],
].flat();

/** The program's log. Silent until the process sets its level; personal data is redacted. */
export const log = pino({
  level: "silent",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: hiddenKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]),
    censor: "[hidden]",
  },
});

/** Text of an error for the log: stack and cause. Parameters of failed queries are omitted, because shoppers typed them. */
export function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  if (!(error instanceof DrizzleQueryError)) return text;
  const why = error.cause?.message ?? "nothing is known about it";
  return text.replace(error.message, () => `Failed query: ${error.query}: ${why}`);
}
