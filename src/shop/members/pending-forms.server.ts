import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberAccounts, memberPendingForms } from "./members.tables";
import { isSecretField } from "./secret-fields";
import { memberOfEndedSession } from "./sessions.server";

/** A form that arrived after its session was over: where it was sent to, and what was typed. */
export interface PendingForm {
  address: string;
  values: Record<string, string>;
}

const MINUTES = 30;
/** Bounds of one member's stored forms, in number and in sealed bytes together: the oldest give way. */
const MOST = { forms: 20, bytes: 4 * 1024 * 1024 };

const purpose = (memberId: string) => `kept form ${memberId}`;

/**
 * Keeps what somebody typed whose session has run out, sealed to that member, for half an hour. Nothing of it is done. Answers
 * its id; nothing for strangers, where the session was ended by hand, and for what is too large to be kept.
 */
export async function storePendingForm(
  { db, sealer }: { db: Database; sealer: Sealer },
  owner: { token: string } | { memberId: string },
  form: PendingForm,
  now: Date,
): Promise<string | undefined> {
  const memberId = "memberId" in owner ? owner.memberId : await memberOfEndedSession(db, owner.token);
  const values = Object.fromEntries(Object.entries(form.values).filter(([name]) => !isSecretField(name)));
  if (!memberId || Object.keys(values).length === 0) return undefined;
  const expiresAt = new Date(now.getTime() + MINUTES * 60_000);
  const sealed = sealer.seal(purpose(memberId), { ...form, values }, MINUTES * 60, now);
  if (Buffer.byteLength(sealed) > MOST.bytes / 2) return undefined;
  return db.transaction(async (tx) => {
    // Forms that arrive at the same moment take turns.
    await tx
      .select({ id: memberAccounts.id })
      .from(memberAccounts)
      .where(eq(memberAccounts.id, memberId))
      .for("update");
    const [kept] = await tx
      .insert(memberPendingForms)
      .values({ memberId, sealed, expiresAt })
      .returning({ id: memberPendingForms.id });
    if (kept) await dropOlder(tx, memberId, kept.id);
    return kept?.id;
  });
}

/** Drops a member's forms beyond what is kept; `newest` stays. */
async function dropOlder(tx: Transaction, memberId: string, newest: string): Promise<void> {
  await tx.execute(sql`
    delete from member_kept_forms where id in (
      select id from (
        select id, row_number() over latest as place, sum(octet_length(sealed)) over latest as bytes
        from member_kept_forms where member_id = ${memberId}
        window latest as (order by id = ${newest} desc, expires_at desc, id rows unbounded preceding)) counted
      where place > ${MOST.forms} or bytes > ${MOST.bytes})`);
}

/** Values that a member had typed on a page; nothing for anybody else, for another page, or after half an hour. */
export async function pendingForm(
  { db, sealer }: { db: Database; sealer: Sealer },
  { memberId, id, address }: { memberId: string; id: string; address: string },
  now: Date,
): Promise<PendingForm | undefined> {
  const [kept] = await db
    .select({ sealed: memberPendingForms.sealed })
    .from(memberPendingForms)
    .where(
      and(
        eq(memberPendingForms.id, id),
        eq(memberPendingForms.memberId, memberId),
        gt(memberPendingForms.expiresAt, now),
      ),
    );
  const form = kept && sealer.open<PendingForm>(purpose(memberId), kept.sealed, now);
  return form?.address === address ? form : undefined;
}

export async function sweepPendingForms(db: Database, now: Date): Promise<void> {
  await db.delete(memberPendingForms).where(lt(memberPendingForms.expiresAt, now));
}
