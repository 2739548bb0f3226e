import { isbot } from "isbot";
import type { Database } from "~/platform/database.server";
import { countAskedAddresses } from "~/shop/redirects/count-asked-addresses.server";
import { locationOf, oldPathOf } from "~/shop/redirects/old-address";
import { redirectsInForce } from "~/shop/redirects/redirects.server";
import type { PageCache } from "../cache/page-cache";

/** Redirects of old addresses, and counts of missing ones. */
export interface OldAddresses {
  /** Returns the redirect of an old address, or undefined for an address without one. Counts both, but not requests of robots. */
  leadOn(request: Request, pathname: string): Promise<Response | undefined>;
  /** Writes the counts to the database. */
  flush(): Promise<void>;
}

/** Addresses that vulnerability scanners request; no page of the shop had one. They are not counted. */
const PROBE =
  /\.(?:php\d?|aspx?|jsp|cgi|env|git|sql|bak|zip|gz|ya?ml|ini|log|xml|txt|json|js|css|map|ico|png|jpe?g|webp|svg|data)(?:\/|$)|\/\.|@/;

/**
 * Opens the redirects of old addresses. They are memoized until one changes, so that requests for missing pages need no query.
 */
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
        // The short lifetime in shared caches lets a removed redirect end after a minute.
        const headers = { location: locationOf(to), "cache-control": "public, max-age=0, s-maxage=60" };
        return new Response(null, { status: 301, headers });
      }
      if (isCounted && !PROBE.test(path)) counts.missed(path, hostOf(request.headers.get("referer"), address));
      return undefined;
    },
  };
}

/** Host of the page that linked here: empty without a referer, "this shop" for the shop's own pages. */
function hostOf(referer: string | null, address: string): string {
  const host = referer && URL.canParse(referer) ? new URL(referer).host.slice(0, 100) : "";
  return host !== "" && host === new URL(address).host ? "this shop" : host;
}
