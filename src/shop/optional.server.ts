import { logFault } from "~/platform/database.server";
import { privatePage, publicPage } from "./caching";

/** For an optional part of a page: a failed read is logged and becomes undefined. */
export const loadOptional = <T>(promise: Promise<T>, words: string): Promise<T | undefined> =>
  promise.catch((error: unknown) => {
    logFault(error, {}, words);
    return undefined;
  });

/** A page from which something is missing is not cached. */
export const publicIfComplete = (...parts: unknown[]): Record<string, string> =>
  parts.includes(undefined) ? privatePage : publicPage;
