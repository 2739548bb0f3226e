import type { Context } from "hono";
import { isReachable } from "~/platform/database.server";
import type { Services } from "~/services";

/** The readiness probe: 200 when the shop can serve, that is, its database responds and no shutdown was requested. */
export function readiness({ db }: Pick<Services, "db">, isStopping: () => boolean): (c: Context) => Promise<Response> {
  let pending: Promise<boolean> | undefined;
  return async (c) => {
    const headers = { "cache-control": "no-store" };
    if (isStopping()) return c.text("the shop is stopping", 503, headers);
    // Concurrent probes share one query: this may not become a way to keep the database busy.
    pending ??= isReachable(db).finally(() => (pending = undefined));
    return (await pending) ? c.text("ok", 200, headers) : c.text("the database does not answer", 503, headers);
  };
}
