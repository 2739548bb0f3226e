import { faultOf, log } from "~/platform/log.server";
import { privatePage, publicPage } from "./caching";

/** What a page can do without: when it cannot be had, the log says why and nothing comes. */
export const unlessItFails = <T>(promise: Promise<T>, words: string): Promise<T | undefined> =>
  promise.catch((error: unknown) => {
    log.error({ error: faultOf(error) }, words);
    return undefined;
  });

/** A page from which something is missing is not kept for others. */
export const publicUnlessMissing = (...parts: unknown[]): Record<string, string> =>
  parts.includes(undefined) ? privatePage : publicPage;
