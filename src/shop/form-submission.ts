import { z } from "zod";
import { limits } from "./limits";
import { PlainLine, trimmed } from "./plain-text";
import { HONEYPOT, SHOWN_AT } from "./honeypot";

/** A form sent sooner after it was shown was not typed, in milliseconds. */
const FASTEST_MS = 1500;

/** The hidden fields that tell a bot from a person. */
export const Traps = z.object({
  [HONEYPOT]: z.string().max(limits.text.line).optional(),
  [SHOWN_AT]: z.string().max(20).optional(),
});
export type Traps = z.infer<typeof Traps>;

/** True for what no person sends: the hidden field is filled in, or the form came back faster than anybody types. */
export function looksAutomated(traps: Traps, now: number): boolean {
  const shownAt = traps[SHOWN_AT];
  return Boolean(traps[HONEYPOT]) || (shownAt !== undefined && now - Number(shownAt) < FASTEST_MS);
}

/** An address to write to; the same one however its letters are set. */
export const EmailAddress = z
  .string({ error: "Please enter a valid e-mail address." })
  .overwrite(trimmed)
  .toLowerCase()
  .max(limits.text.email, "Please enter a valid e-mail address.")
  .pipe(z.email("Please enter a valid e-mail address."));

/**
 * The mailbox that an address means, as limits count it: tags after a plus do not make another one, nor do dots where the mail
 * service ignores them.
 */
export function countedAddress(email: string): string {
  const [, local = "", domain = ""] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? [];
  const untagged = local.replace(/(.)\+.*$/s, "$1");
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com";
  return isGoogle ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** One line that must not be empty, as others read it. */
export const ShortText = (missing: string, most: number = limits.text.name) =>
  PlainLine(most, { missing, tooLong: `Please use at most ${most} characters.` }).min(1, missing);

/** Several lines that must not be empty. */
export const LongText = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(limits.text.message, `Please use at most ${limits.text.message} characters.`);

/** A message with its sender's name and address, as posted from a form with traps. */
export const signedMessage = (missing: string) =>
  z
    .object({ name: ShortText("Please enter your name."), email: EmailAddress, message: LongText(missing) })
    .extend(Traps.shape);

/** Key of a submission: the same words, however they are spaced, give the same key. */
export async function requestKey(...parts: string[]): Promise<string> {
  const words = parts.map((part) => part.trim().replace(/\s+/g, " "));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(words)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
