import { setTimeout as pause } from "node:timers/promises";
import { DrizzleQueryError } from "drizzle-orm";
import { isDiskFull } from "./disk-full";
import { faultOf, log } from "./log.server";

/**
 * PostgreSQL's error codes for a server that stops, starts, is a standby being promoted, or has no free connection; class 08
 * means a broken connection.
 */
const SERVER_CODES = /^(08...|57P0[1235]|53300|25P03|25006)$/;
const NETWORK_CODES = ["ECONNREFUSED", "ECONNRESET", "ENOENT", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"];
const BROKEN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Query read timeout)/;

/** Whether an error means that the database is temporarily unreachable, so that a retry may succeed. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof DrizzleQueryError) return isUnreachable(error.cause);
  if (error instanceof AggregateError) return error.errors.some(isUnreachable);
  if (!(error instanceof Error)) return false;
  const { code = "", syscall } = error as NodeJS.ErrnoException;
  if ("severity" in error) return SERVER_CODES.test(code);
  return (syscall !== undefined && syscall !== "open" && NETWORK_CODES.includes(code)) || BROKEN.test(error.message);
}

/** Whether the same request may succeed later: the database is unreachable, or a disk is full. */
export const isPassing = (error: unknown): boolean => isUnreachable(error) || isDiskFull(error);

/** Milliseconds between attempts while the database is unreachable. */
const TRY_AGAIN_MS = 1000;

/**
 * Retries a step during outages of the database, until it succeeds or fails for another reason. The signal ends waiting; its
 * reason is then thrown.
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

/** Logs an error. During an outage of the database only the first error about it is logged. */
export function logFault(error: unknown, where: object, summary: string): void {
  if (!isUnreachable(error)) return log.error({ ...where, error: faultOf(error) }, summary);
  if (outageSince !== undefined) return;
  outageSince = Date.now();
  const { message } = error instanceof DrizzleQueryError && error.cause ? error.cause : (error as Error);
  log.error({ error: message }, "the database is out of reach");
}

/**
 * Logs an unexpected error of a form, and returns the status for the answer: 503 while the database is unreachable or a disk is
 * full, so that a retry may succeed; otherwise 500.
 */
export function faultStatus(error: unknown, where: object, summary: string): 500 | 503 {
  logFault(error, where, summary);
  return isPassing(error) ? 503 : 500;
}

/** Logs the end of an outage, if there was one; called when the database has responded. */
export function endOutage(): void {
  if (outageSince === undefined) return;
  log.warn({ milliseconds: Date.now() - outageSince }, "the database answers again");
  outageSince = undefined;
}

/** Converts an error that is a plain object to an Error. */
export const asError = (error: Error): Error =>
  error instanceof Error ? error : Object.assign(new Error((error as Error).message), error);
