import { setTimeout as pause } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { faultOf, log } from "./log.server";

/** PostgreSQL's error codes for a server that stops, starts or has no connection left; class 08 are broken connections. */
const SERVER_CODES = /^(08...|57P0[1235]|53300|25P03)$/;
const NETWORK_CODES = ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];
const BROKEN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout)/;

/** Whether this failed because the database could not be reached for a moment, so that the same may succeed shortly. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isUnreachable(error.cause);
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if ("severity" in error) return SERVER_CODES.test(code);
  return (syscall !== undefined && syscall !== "open" && NETWORK_CODES.includes(code)) || BROKEN.test(error.message);
}

/** Milliseconds between two tries of what waits for the database. */
const TRY_AGAIN_MS = 1000;

/**
 * Does what has to be done once, whether the database is out of reach meanwhile or not: tried again until it succeeds, fails for another
 * reason, or the signal ends the waiting, which throws the signal's reason.
 */
export async function throughOutages<T>(step: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    try {
      return await step();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      logFault(error, {}, "the database does not answer");
      await pause(TRY_AGAIN_MS, undefined, { signal });
    }
  }
}

let outageSince: number | undefined;

/** Logs a fault. Of a database outage only the first is logged, until it responds again. */
export function logFault(error: unknown, where: object, summary: string): void {
  if (!isUnreachable(error)) return log.error({ ...where, error: faultOf(error) }, summary);
  if (outageSince !== undefined) return;
  outageSince = Date.now();
  const { message } = error instanceof DrizzleQueryError && error.cause ? error.cause : (error as Error);
  log.error({ error: message }, "the database is out of reach");
}

/** Logs why a form was not taken. Answers the status: 503 while the database is out of reach, since it may be sent again, else 500. */
export function faultStatus(error: unknown, where: object, summary: string): 500 | 503 {
  logFault(error, where, summary);
  return isUnreachable(error) ? 503 : 500;
}

/** The database has just answered. */
export function endOutage(): void {
  if (outageSince === undefined) return;
  log.warn({ milliseconds: Date.now() - outageSince }, "the database answers again");
  outageSince = undefined;
}
