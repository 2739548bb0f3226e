import type { Context } from "hono";
import { isReachable } from "~/platform/database.server";
import type { Services } from "~/services";

/** Readiness probe: 200 when the database responds and no shutdown was requested. */
export function readiness({ db }: Pick<Services, "db">, isStopping: () => boolean): (c: Context) => Promise<Response> {
  let pending: Promise<boolean> | undefined;
  return async (c) => {
    const headers = { "cache-control": "no-store" };
    if (isStopping()) return c.text("the shop is stopping", 503, headers);
    // Concurrent probes share one query, so that probing cannot load the database.
    pending ??= isReachable(db).finally(() => (pending = undefined));
    return (await pending) ? c.text("ok", 200, headers) : c.text("the database does not answer", 503, headers);
  };
}
