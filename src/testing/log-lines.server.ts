import { onTestFinished } from "vitest";
import { log } from "~/platform/log.server";

/** Collects the log lines of all levels until the test ends. */
export function logLines(): string[] {
  const lines: string[] = [];
  const logger = log as unknown as Record<symbol, unknown>;
  const stream = Object.getOwnPropertySymbols(logger).find(({ description }) => description === "pino.stream");
  if (!stream) throw new Error("The log has no stream.");
  const { level } = log;
  const before = logger[stream];
  logger[stream] = { write: (line: string) => void lines.push(line) };
  log.level = "trace";
  onTestFinished(() => {
    logger[stream] = before;
    log.level = level;
  });
  return lines;
}
