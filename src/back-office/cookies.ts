/** Names of the cookies that the back office sets; the shop itself sets no cookies. */
export interface CookieNames {
  session: string;
  knownHere: string;
}

/**
 * Returns the cookie names for an origin. Over https their prefix `__Host-` makes the browser send them to this host only. On
 * http://localhost the names contain the port, because all ports of a host share cookies.
 */
export function cookieNames(origin: string): CookieNames {
  const { protocol, port } = new URL(origin);
  const name = protocol === "https:" ? "__Host-workshop" : `workshop-${port || "80"}`;
  return { session: name, knownHere: `${name}-known` };
}

export function readCookie(header: string | null, name: string): string {
  for (const pair of header?.split(";") ?? []) {
    const [key, value] = pair.split(/=(.*)/s);
    if (key?.trim() === name) return value?.trim() ?? "";
  }
  return "";
}

/** Value of a `Set-Cookie` header, with HttpOnly and SameSite. If `seconds` is 0, the browser deletes the cookie. */
export function cookieFor(origin: string, name: string, value: string, seconds: number): string {
  const isSecure = origin.startsWith("https:");
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
