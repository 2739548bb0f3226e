import { AsyncLocalStorage } from "node:async_hooks";

const requests = new AsyncLocalStorage<string | undefined>();

/** Runs work of a request, or of the job that it enqueued: its log lines, jobs and letters carry the id. Unset: work of the shop itself. */
export const withRequestId = <T>(id: string | undefined, work: () => T): T => requests.run(id, work);

/** Id of the request behind the current work; undefined for what the shop does by itself. */
export const currentRequestId = (): string | undefined => requests.getStore();
