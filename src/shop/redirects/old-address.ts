/** Most characters of an address that leads on, and of where it leads. */
export const MOST_PATH = 500;

/** Paths under which nothing can lead on: files, calls, and the workshop. */
const NEVER = /^\/(?:api|assets|pictures|back-office|healthz|readyz|404)(?:\/|$)/;

/**
 * Path under which an old address is kept: decoded, in lower case, without query, anchor and trailing slash. A whole address counts where it
 * is the shop's own. Undefined for anything that is no page's path.
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

/** Address elsewhere or on the shop, as a response's Location header takes it. */
export const locationOf = (to: string): string =>
  to.startsWith("/") ? encodeURI(decodedPath(to) ?? to).replace(/%25(?=[\da-f]{2})/gi, "%") : to;

/** Redirects in force, from both ends. */
export interface RedirectIndex {
  /** Target of each old address. */
  leads: ReadonlyMap<string, string>;
  /** An old address that leads to each path. */
  into: ReadonlyMap<string, string>;
}

const pathIn = (to: string): string => (to.startsWith("/") ? (oldPathOf(to, "") ?? to) : to);

export const redirectIndex = (leads: ReadonlyMap<string, string>): RedirectIndex => ({
  leads,
  into: new Map([...leads].map(([from, to]) => [pathIn(to), from])),
});

/** Fault of leading `from` to `to`, beside all redirects in force; undefined for nothing. */
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
