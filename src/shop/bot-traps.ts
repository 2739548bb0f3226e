import { z } from "zod";
import { HONEYPOT, SHOWN_AT } from "./bot-trap-names";
import { limits } from "./limits";

/** Minimum milliseconds between showing a form and sending it; a person needs longer. */
const FASTEST_MS = 1500;

/** Hidden form fields that detect bots. */
export const Traps = z.object({
  [HONEYPOT]: z.string().max(limits.text.line).optional(),
  [SHOWN_AT]: z.string().max(20).optional(),
});
export type Traps = z.infer<typeof Traps>;

/** True for a form that was probably sent by a bot: its hidden field is filled in, or it was sent too soon after it was shown. */
export function looksAutomated(traps: Traps, now: number): boolean {
  const shownAt = traps[SHOWN_AT];
  return Boolean(traps[HONEYPOT]) || (shownAt !== undefined && now - Number(shownAt) < FASTEST_MS);
}
