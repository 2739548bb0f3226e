import type { Member } from "./member";

/** A member's signed-in browser. */
export interface Session {
  id: string;
  member: Member;
  /** When a factor was last shown, by which step-up is judged. */
  confirmedAt: Date;
  /** Whether only the screens that set up a way in are open: one is missing, or the session was opened for that. */
  isForSetup?: boolean;
}

const MINUTE = 60_000;

/** How long a session lasts without a request and in all, and how long a shown factor counts, in milliseconds. */
export const sessionTimes = { idle: 60 * MINUTE, whole: 12 * 60 * MINUTE, confirmed: 10 * MINUTE } as const;

/** Whether a factor was shown lately enough for what asks for it again. */
export const isConfirmed = ({ confirmedAt }: Pick<Session, "confirmedAt">, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < sessionTimes.confirmed;

/** Browser and system of a `User-Agent` in words, for the list of one's own sessions. */
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
