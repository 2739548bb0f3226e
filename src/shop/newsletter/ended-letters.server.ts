import { and, eq, isNotNull, lt, sql } from "drizzle-orm";
import { DAY } from "~/platform/durations";
import type { Database } from "~/platform/database.server";
import type { Services } from "~/services";
import { mailboxHashOf, type Sign, signOf } from "~/shop/letter-endings.server";
import { UNDO_DAYS } from "~/shop/undo-days";
import { subscriptions } from "./newsletter.tables";

/** Keyed hashes by which the shop knows somebody who ended the letters, without knowing the address. */
export const endedHashes = (sign: Sign, email: string): { addressHash: string; mailboxHash: string } => ({
  addressHash: sign(`letters ${email.toLowerCase()}`),
  mailboxHash: mailboxHashOf(sign, email),
});

/** Row of somebody who ended the letters: hashes in place of the address. */
export const endedRow = (sign: Sign, email: string) => ({
  email: null,
  ...endedHashes(sign, email),
  unsubscribedAt: sql`coalesce(${subscriptions.unsubscribedAt}, now())`,
});

/** Ends the letters of a person who is erased: nothing is left but the hashes. */
export async function endLettersOf(tx: Database, sign: Sign, email: string): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ ...endedRow(sign, email), code: null, source: null, wordsDigest: null })
    .where(sql`lower(${subscriptions.email}) = ${email}`);
}

/** Number of addresses that are read at once. */
const PORTION = 500;

/**
 * Replaces addresses of ended subscriptions by their hashes: those that shoppers ended, and those that members ended when it can no
 * longer be undone. Ended ones of earlier releases are among them.
 */
export async function forgetEnded({ db, sealer }: Pick<Services, "db" | "sealer">, now: Date): Promise<void> {
  const sign = signOf({ sealer });
  const undone = new Date(now.getTime() - UNDO_DAYS * DAY);
  const isOver = and(
    isNotNull(subscriptions.email),
    isNotNull(subscriptions.unsubscribedAt),
    // Only members' changes count up the version.
    sql`(${subscriptions.version} = 1 or ${lt(subscriptions.unsubscribedAt, undone)})`,
  );
  for (;;) {
    const rows = await db
      .select({ id: subscriptions.id, email: subscriptions.email })
      .from(subscriptions)
      .where(isOver)
      .limit(PORTION);
    for (const { id, email } of rows)
      await db
        .update(subscriptions)
        .set(endedRow(sign, email ?? ""))
        .where(and(eq(subscriptions.id, id), isOver));
    if (rows.length < PORTION) return;
  }
}
