import type { Sealer } from "~/platform/sealing.server";

const PURPOSE = "known here";
const DAYS = 180;

/** Seconds for which a browser counts as known after a sign-in. */
export const KNOWN_SECONDS = DAYS * 86_400;

/**
 * Cookie value for a browser in which a member signed in. In a known browser, failed attempts by strangers do not delay the
 * member.
 */
export function knownHere(sealer: Sealer, memberId: string, now: Date): string {
  const text = `${memberId}.${now.getTime()}`;
  return `${text}.${sealer.sign(PURPOSE, text)}`;
}

/** Whether any member has signed in from this browser recently. */
export const isKnownBrowser = (sealer: Sealer, cookie: string, now: Date): boolean =>
  isKnownHere(sealer, cookie, cookie.split(".", 1)[0] ?? "", now);

/** Whether a given member has signed in from this browser recently. */
export function isKnownHere(sealer: Sealer, cookie: string, memberId: string, now: Date): boolean {
  const [id = "", issued = "", signature = "", ...more] = cookie.split(".");
  // Reject extra parts: such a cookie would count as another browser.
  if (more.length > 0 || id !== memberId || !sealer.isSigned(PURPOSE, `${id}.${issued}`, signature)) return false;
  return now.getTime() - Number(issued) < KNOWN_SECONDS * 1000;
}
