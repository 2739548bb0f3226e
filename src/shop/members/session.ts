import { MINUTE } from "~/platform/durations";
import type { Member } from "./member";

/** Session of a member in one browser. */
export interface Session {
  id: string;
  member: Member;
  /** Last time at which the member showed a second factor. */
  confirmedAt: Date;
  /** True if the session only opens the screens for setting up a way to sign in. */
  isForSetup?: boolean;
}

/**
 * Milliseconds: maximum idle time of a session, maximum duration of a session, and time for which a second factor counts as
 * recent.
 */
export const sessionTimes = { idle: 60 * MINUTE, whole: 12 * 60 * MINUTE, confirmed: 10 * MINUTE } as const;

/** Whether the member showed a second factor recently. */
export const isConfirmed = ({ confirmedAt }: Pick<Session, "confirmedAt">, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < sessionTimes.confirmed;

/** Browser and operating system in a `User-Agent` header, as text for the list of sessions. */
export function agentWords(userAgent: string): string {
  const browser = named(userAgent, [
    ["Edge", /\bEdg/],
    ["Firefox", /\bFirefox\/|\bFxiOS\//],
    ["Chrome", /\bChrome\/|\bCriOS\//],
    ["Safari", /\bSafari\//],
  ]);
  const system = named(userAgent, [
    ["iPhone", /\biPhone\b/],
    ["iPad", /\biPad\b/],
    ["Android", /\bAndroid\b/],
    ["Windows", /\bWindows\b/],
    ["macOS", /\bMac OS X\b|\bMacintosh\b/],
    ["Linux", /\bLinux\b/],
  ]);
  if (!browser && !system) return "Unknown browser";
  return [browser ?? "A browser", system].filter(Boolean).join(" on ");
}

const named = (text: string, names: [string, RegExp][]): string | undefined =>
  names.find(([, pattern]) => pattern.test(text))?.[0];
