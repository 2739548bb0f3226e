import { z } from "zod";
import { Traps } from "./bot-traps";
import { limits } from "./limits";
import { PlainLine } from "./plain-text";
import { trimmed } from "./visible-text";

/** Schema of an e-mail address; converts it to lower case. */
export const EmailAddress = z
  .string({ error: "Please enter a valid e-mail address." })
  .overwrite(trimmed)
  .toLowerCase()
  .max(limits.text.email, "Please enter a valid e-mail address.")
  .pipe(z.email("Please enter a valid e-mail address."));

/**
 * Mailbox of an e-mail address, by which limits count: without the tag after a plus, and without dots where the mail service
 * ignores them.
 */
export function countedAddress(email: string): string {
  const [, local = "", domain = ""] = /^(.*)@(.*)$/s.exec(email.trim().toLowerCase()) ?? [];
  const untagged = local.replace(/(.)\+.*$/s, "$1");
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com";
  return isGoogle ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** Schema of one required line of visible text, at most `most` characters long. */
export const ShortText = (missing: string, most: number = limits.text.name) =>
  PlainLine(most, { missing, tooLong: `Please use at most ${most} characters.` }).min(1, missing);

/** Schema of a required text of several lines. */
export const LongText = (missing: string) =>
  z
    .string({ error: missing })
    .trim()
    .min(1, missing)
    .max(limits.text.message, `Please use at most ${limits.text.message} characters.`);

/** Schema of a form with a message, its sender's name and e-mail address, and bot traps. */
export const signedMessage = (missing: string) =>
  z
    .object({ name: ShortText("Please enter your name."), email: EmailAddress, message: LongText(missing) })
    .extend(Traps.shape);

/** Key of a submitted form: texts that differ only in spacing have the same key. */
export async function requestKey(...parts: string[]): Promise<string> {
  const words = parts.map((part) => part.trim().replace(/\s+/g, " "));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(words)));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
