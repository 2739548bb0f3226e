import type { Sealer } from "~/platform/sealing.server";

const PURPOSE = "known here";
const DAYS = 180;

/** How long a browser stays known, in seconds. */
export const KNOWN_SECONDS = DAYS * 86_400;

/** Cookie of a browser in which a member has signed in: strangers' tries do not keep the member out of that browser. */
export function knownHere(sealer: Sealer, memberId: string, now: Date): string {
  const text = `${memberId}.${now.getTime()}`;
  return `${text}.${sealer.sign(PURPOSE, text)}`;
}

/** Whether a member, whoever it was, has signed in in this browser before. */
export const isKnownBrowser = (sealer: Sealer, cookie: string, now: Date): boolean =>
  isKnownHere(sealer, cookie, cookie.split(".", 1)[0] ?? "", now);

/** Whether a browser is known for a member. */
export function isKnownHere(sealer: Sealer, cookie: string, memberId: string, now: Date): boolean {
  const [id = "", issued = "", signature = "", ...more] = cookie.split(".");
  // With something behind it, it would be counted as another browser.
  if (more.length > 0 || id !== memberId || !sealer.isSigned(PURPOSE, `${id}.${issued}`, signature)) return false;
  return now.getTime() - Number(issued) < KNOWN_SECONDS * 1000;
}
