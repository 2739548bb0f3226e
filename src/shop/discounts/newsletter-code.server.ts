import { randomInt } from "node:crypto";
import type { Database } from "~/platform/database.server";
import { discountCodes } from "./discounts.tables";

/** Letters and digits of generated codes, without those that look alike. */
const ALPHABET = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";

/** Creates a percentage code that one e-mail address may use once. */
export async function createNewsletterCode(tx: Database, email: string, percent: number): Promise<string> {
  const drawn = Array.from({ length: 8 }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const code = `RIDE${drawn}`;
  await tx.insert(discountCodes).values({
    code,
    kind: "percent",
    percent,
    mostUses: 1,
    oncePerEmail: true,
    email: email.toLowerCase(),
    purpose: "welcome",
  });
  return code;
}
