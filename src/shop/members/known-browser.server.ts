import type { Sealer } from "~/platform/sealing.server";

const PURPOSE = "known here";
const DAYS = 180;

/** Seconds for which a browser stays known. */
export const KNOWN_SECONDS = DAYS * 86_400;

/** Cookie of a browser in which a member signed in: strangers' attempts do not delay the member there. */
export function knownHere(sealer: Sealer, memberId: string, now: Date): string {
  const text = `${memberId}.${now.getTime()}`;
  return `${text}.${sealer.sign(PURPOSE, text)}`;
}

/** Whether any member has signed in from this browser. */
export const isKnownBrowser = (sealer: Sealer, cookie: string, now: Date): boolean =>
  isKnownHere(sealer, cookie, cookie.split(".", 1)[0] ?? "", now);

/** Whether a browser is known for a member. */
export function isKnownHere(sealer: Sealer, cookie: string, memberId: string, now: Date): boolean {
  const [id = "", issued = "", signature = "", ...more] = cookie.split(".");
  // A token with an extra part would be counted as another browser.
  if (more.length > 0 || id !== memberId || !sealer.isSigned(PURPOSE, `${id}.${issued}`, signature)) return false;
  return now.getTime() - Number(issued) < KNOWN_SECONDS * 1000;
}
