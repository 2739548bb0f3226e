import { logFault } from "~/platform/database.server";
import { privatePage, publicPage } from "./caching";

/** For an optional part of a page: a failed read is logged and becomes undefined. */
export const loadOptional = <T>(promise: Promise<T>, words: string): Promise<T | undefined> =>
  promise.catch((error: unknown) => {
    logFault(error, {}, words);
    return undefined;
  });

/** Headers of a page: incomplete ones are not cached. */
export const publicIfComplete = (...parts: unknown[]): Record<string, string> =>
  parts.includes(undefined) ? privatePage : publicPage;
