/** Maximum length in characters of an old address and of its target. */
export const MOST_PATH = 500;

/** Paths that cannot be redirected: files, API calls, the back office, health checks, and the page /404. */
const NEVER = /^\/(?:api|assets|pictures|back-office|healthz|readyz|404)(?:\/|$)/;

/**
 * Path under which a redirect is stored: decoded, in lower case, without query, anchor and trailing slash. A complete URL is
 * accepted if its origin is the shop's. Undefined for text that is no page's path.
 */
export function oldPathOf(typed: string, shop: string): string | undefined {
  const text = typed.trim();
  const own = text.toLowerCase().startsWith(`${shop.toLowerCase()}/`) ? text.slice(shop.length) : text;
  if (!/^\/(?![/\\])/.test(own) || own.length > MOST_PATH) return undefined;
  const [path = ""] = own.split(/[?#]/);
  const decoded = decodedPath(path)?.toLowerCase().replace(/\/+$/, "");
  return decoded && !/[\p{Cc}\p{Cs}\\]/u.test(decoded) && !NEVER.test(decoded) ? decoded : undefined;
}

function decodedPath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}

/** Encodes a redirect's target, on the shop or elsewhere, for a response's Location header. */
export const locationOf = (to: string): string =>
  to.startsWith("/") ? encodeURI(decodedPath(to) ?? to).replace(/%25(?=[\da-f]{2})/gi, "%") : to;

/** Redirects in force, indexed by their old address and by their target. */
export interface RedirectIndex {
  /** Target by old address. */
  leads: ReadonlyMap<string, string>;
  /** One old address by target. */
  into: ReadonlyMap<string, string>;
}

const pathIn = (to: string): string => (to.startsWith("/") ? (oldPathOf(to, "") ?? to) : to);

export const redirectIndex = (leads: ReadonlyMap<string, string>): RedirectIndex => ({
  leads,
  into: new Map([...leads].map(([from, to]) => [pathIn(to), from])),
});

/** Error message for a redirect of `from` to `to`, given all redirects in force; undefined if the redirect is valid. */
export function redirectFault(
  from: string,
  to: string,
  { leads, into }: RedirectIndex,
): { field: "from" | "to"; text: string } | undefined {
  const target = pathIn(to);
  if (target === from) return { field: "to", text: "An address cannot lead to itself." };
  const next = leads.get(target);
  if (next !== undefined)
    return pathIn(next) === from
      ? { field: "to", text: `${target} leads to ${from} already: they would lead in a circle.` }
      : { field: "to", text: `${target} is an old address itself. Lead straight to ${next}.` };
  const before = into.get(from);
  return before === undefined
    ? undefined
    : { field: "from", text: `${before} leads here already. Lead it straight to ${to} first.` };
}
