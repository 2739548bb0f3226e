/** Cookies of the back office, by the origin it was reached at. Shoppers have none. */
export interface CookieNames {
  session: string;
  knownHere: string;
}

/**
 * Over https the browser itself holds them to this host alone. On http://localhost, which all shops of a machine share, the name
 * carries the port.
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

/** A `Set-Cookie` header: HttpOnly and SameSite. A `seconds` of 0 deletes the cookie. */
export function cookieFor(origin: string, name: string, value: string, seconds: number): string {
  const isSecure = origin.startsWith("https:");
  return `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}`;
}
