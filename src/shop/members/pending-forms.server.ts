import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberAccounts, memberPendingForms } from "./members.tables";
import { isSecretField } from "./secret-fields";
import { memberOfEndedSession } from "./sessions.server";

/** Form that arrived after its session had ended: path of its page, and fields. */
export interface PendingForm {
  address: string;
  values: Record<string, string>;
}

const MINUTES = 30;
/** Maximum number and total encrypted size in bytes of a member's stored forms; the oldest are deleted first. */
const MOST = { forms: 20, bytes: 4 * 1024 * 1024 };

const purpose = (memberId: string) => `kept form ${memberId}`;

/**
 * Stores a form, encrypted, whose session has expired, without running its action; it is kept for half an hour. Returns its id;
 * undefined for strangers, for members who signed out, and for a form that is too large.
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
    // Lock the account, so that simultaneous forms respect the limits.
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

/** Deletes a member's forms beyond the limits, except `newest`. */
async function dropOlder(tx: Transaction, memberId: string, newest: string): Promise<void> {
  await tx.execute(sql`
    delete from member_kept_forms where id in (
      select id from (
        select id, row_number() over latest as place, sum(octet_length(sealed)) over latest as bytes
        from member_kept_forms where member_id = ${memberId}
        window latest as (order by id = ${newest} desc, expires_at desc, id rows unbounded preceding)) counted
      where place > ${MOST.forms} or bytes > ${MOST.bytes})`);
}

/** Values of a stored form, for its member and its page within half an hour; undefined otherwise. */
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
