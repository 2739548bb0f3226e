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
  const decoded = decodedPath(path)
    ?.toLowerCase()
    .replace(/(?<!\/)\/+$/, "");
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
