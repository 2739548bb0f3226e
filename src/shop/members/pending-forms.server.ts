import { and, eq, gt, lt } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Sealer } from "~/platform/sealing.server";
import { memberKeptForms } from "./members.tables";
import { isSecretField } from "./secret-fields";
import { memberOfEndedSession } from "./sessions.server";

/** A form that arrived after its session was over: where it was sent to, and what was typed. */
export interface PendingForm {
  address: string;
  values: Record<string, string>;
}

const MINUTES = 30;

const purpose = (memberId: string) => `kept form ${memberId}`;

/**
 * Keeps what somebody typed whose session has run out, sealed to that member, for half an hour. Nothing of it is done. Answers
 * its id; nothing for strangers, and where the session was ended by hand.
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
  const [kept] = await db
    .insert(memberKeptForms)
    .values({ memberId, sealed, expiresAt })
    .returning({ id: memberKeptForms.id });
  return kept?.id;
}

/** What a member had typed on a page; nothing for anybody else, for another page, or after half an hour. */
export async function pendingForm(
  { db, sealer }: { db: Database; sealer: Sealer },
  { memberId, id, address }: { memberId: string; id: string; address: string },
  now: Date,
): Promise<PendingForm | undefined> {
  const [kept] = await db
    .select({ sealed: memberKeptForms.sealed })
    .from(memberKeptForms)
    .where(and(eq(memberKeptForms.id, id), eq(memberKeptForms.memberId, memberId), gt(memberKeptForms.expiresAt, now)));
  const form = kept && sealer.open<PendingForm>(purpose(memberId), kept.sealed, now);
  return form?.address === address ? form : undefined;
}

export async function sweepPendingForms(db: Database, now: Date): Promise<void> {
  await db.delete(memberKeptForms).where(lt(memberKeptForms.expiresAt, now));
}
