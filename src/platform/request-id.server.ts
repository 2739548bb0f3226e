import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string | undefined>();

/**
 * Runs work of a request, or of a job that it enqueued, so that log lines, jobs and letters contain the request's id. `id` is
 * undefined for work that no request caused.
 */
export const withRequestId = <T>(id: string | undefined, work: () => T): T => requests.run(id, work);

/** Id of the request that caused the current work; undefined if there is none. */
export const currentRequestId = (): string | undefined => requests.getStore();
