import { isbot } from "isbot";
import type { Database } from "~/platform/database.server";
import { countAskedAddresses } from "~/shop/redirects/asked-addresses.server";
import { locationOf, oldPathOf } from "~/shop/redirects/old-address";
import { redirectsInForce } from "~/shop/redirects/redirects.server";
import type { PageCache } from "../cache/page-cache";

/** Redirects and counts for requests of pages that are not there. */
export interface OldAddresses {
  /** A redirect where the address leads on; undefined: the page of a missing address is right. Counts either, robots left out. */
  leadOn(request: Request, pathname: string): Promise<Response | undefined>;
  /** Writes the counts. */
  flush(): Promise<void>;
}

/** Programs that look for holes ask for these; no page of a shop ever had such an address. */
const PROBE =
  /\.(?:php\d?|aspx?|jsp|cgi|env|git|sql|bak|zip|gz|ya?ml|ini|log|xml|txt|json|js|css|map|ico|png|jpe?g|webp|svg|data)(?:\/|$)|\/\.|@/;

/** Old addresses of the shop. Redirects are read once and kept until one changes: a request for a page that is not there asks no database. */
export function oldAddresses(services: { db: Database; address: string }, memoize: PageCache["memoize"]): OldAddresses {
  const { db, address } = services;
  const counts = countAskedAddresses(db);
  return {
    flush: () => counts.flush(),
    async leadOn(request, pathname) {
      const path = oldPathOf(pathname, "");
      if (path === undefined) return undefined;
      const to = (await memoize("redirects", () => redirectsInForce(db))).get(path);
      const isCounted = request.method === "GET" && !isbot(request.headers.get("user-agent") ?? "");
      if (to !== undefined) {
        if (isCounted) counts.ledOn(path);
        // Shared caches ask again soon, so that a removed redirect is not followed for ever.
        const headers = { location: locationOf(to), "cache-control": "public, max-age=0, s-maxage=60" };
        return new Response(null, { status: 301, headers });
      }
      if (isCounted && !PROBE.test(path)) counts.missed(path, hostOf(request.headers.get("referer"), address));
      return undefined;
    },
  };
}

/** Host of the page with the link; empty where there is none, and "this shop" for its own pages. */
function hostOf(referer: string | null, address: string): string {
  const host = referer && URL.canParse(referer) ? new URL(referer).host.slice(0, 100) : "";
  return host !== "" && host === new URL(address).host ? "this shop" : host;
}
