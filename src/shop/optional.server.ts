import { logFault } from "~/platform/database.server";
import { privatePage, publicPage } from "./caching";

/** Value of an optional part of a page; an error is logged and gives undefined. */
export const loadOptional = <T>(promise: Promise<T>, words: string): Promise<T | undefined> =>
  promise.catch((error: unknown) => {
    logFault(error, {}, words);
    return undefined;
  });

/** Caching headers of a page: public if all parts are there, private if one is undefined. */
export const publicIfComplete = (...parts: unknown[]): Record<string, string> =>
  parts.includes(undefined) ? privatePage : publicPage;
