import type { Member } from "./member";

/** A signed-in browser of a member. */
export interface Session {
  id: string;
  member: Member;
  /** Last time a factor was shown. */
  confirmedAt: Date;
  /** True: only the screens for setting up a way to sign in are open. */
  isForSetup?: boolean;
}

const MINUTE = 60_000;

/** Milliseconds: longest idle session, longest session, and how long a factor counts. */
export const sessionTimes = { idle: 60 * MINUTE, whole: 12 * 60 * MINUTE, confirmed: 10 * MINUTE } as const;

/** Whether a factor was shown recently. */
export const isConfirmed = ({ confirmedAt }: Pick<Session, "confirmedAt">, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < sessionTimes.confirmed;

/** Browser and operating system of a `User-Agent`, for the list of sessions. */
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
