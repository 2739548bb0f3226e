import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { type AskingLetter, askingLetters } from "./asking-letters";
import { countedAddress } from "./form-submission";
import { letterEndings } from "./letter-endings.tables";

/** Signs a text with the shop's key for the list of erasures, which a restore has, too. */
export type Sign = (text: string) => string;

export const signOf =
  ({ sealer }: { sealer: Sealer }): Sign =>
  (text) =>
    sealer.sign("erasure", text);

/** Keyed hash of the mailbox of an e-mail address, by which the shop knows somebody who ended letters, without knowing the address. */
export const mailboxHashOf = (sign: Sign, email: string): string => sign(`mailbox ${countedAddress(email)}`);

const PURPOSE = "end letters";
const PATH = "/no-more-letters";
const signedText = (kind: AskingLetter, mailbox: string): string => `${kind} ${mailbox}`;

/** Kind and mailbox of a link that ends letters, with its signature. */
interface EndLink {
  kind: string;
  mailbox: string;
  signature: string;
}

/**
 * Signed path of the page that ends the letters of a kind to a mailbox. It names the mailbox by its hash, so that it still holds after
 * an erasure, and when the order gets another address.
 */
export function endPath(services: { sealer: Sealer }, kind: AskingLetter, email: string): string {
  const mailbox = mailboxHashOf(signOf(services), email);
  return `${PATH}/${kind}/${mailbox}/${services.sealer.sign(PURPOSE, signedText(kind, mailbox))}`;
}

/** The kind of letters that a link ends; undefined for a link that this shop did not sign. */
export function kindOfEnd({ sealer }: { sealer: Sealer }, link: EndLink): AskingLetter | undefined {
  const kind = askingLetters.find((each) => each === link.kind);
  const isOwn = kind && sealer.isSigned(PURPOSE, signedText(kind, link.mailbox), link.signature);
  return isOwn ? kind : undefined;
}

/** Ends the letters of a kind to a mailbox, by its hash; false if they had ended before, which changes nothing. */
export async function endLetters(db: Database, kind: AskingLetter, mailboxHash: string): Promise<boolean> {
  const rows = await db.insert(letterEndings).values({ kind, mailboxHash }).onConflictDoNothing().returning();
  return rows.length > 0;
}

/** Whether a mailbox, by its hash, gets no more letters of a kind. */
export async function haveEnded(db: Database, kind: AskingLetter, mailboxHash: string): Promise<boolean> {
  const ended = and(eq(letterEndings.kind, kind), eq(letterEndings.mailboxHash, mailboxHash));
  return (await db.$count(letterEndings, ended)) > 0;
}

/** Hashes among these of mailboxes that get no more letters of a kind. */
export async function endedAmong(db: Database, kind: AskingLetter, mailboxHashes: string[]): Promise<string[]> {
  const rows = await db
    .select({ hash: letterEndings.mailboxHash })
    .from(letterEndings)
    .where(and(eq(letterEndings.kind, kind), inArray(letterEndings.mailboxHash, mailboxHashes)));
  return rows.map(({ hash }) => hash);
}
