import { pino } from "pino";

/** The program's log. Silent until the process that owns it says how loud; what identifies a shopper is never written. */
export const log = pino({
  level: "silent",
  base: null,
  timestamp: pino.stdTimeFunctions.isoTime,
  redact: {
    paths: ["email", "phone", "address", "token", "password", "url.search"].flatMap((key) => [
      key,
      `*.${key}`,
      `*.*.${key}`,
    ]),
    censor: "[hidden]",
  },
});
