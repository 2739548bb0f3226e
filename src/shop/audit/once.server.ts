import { and, between, eq, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { HOUR } from "~/platform/durations";
import type { Member } from "~/shop/members/member";
import { Refusal } from "~/shop/refusal";
import { submissions } from "./audit.tables";
import { idsOfShown, shownForm } from "./submission-id.server";

/** Hours for which the answer to a form is stored. */
const KEPT_HOURS = 24;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A submitted form: its id, and the record that it changes. */
export interface Submission {
  submission: string;
  kind: string;
  record: string;
}

/**
 * Runs a member's act in a transaction, once per form: a repeated or concurrent request gets the first answer. Answers with
 * `saved: false` and errors are not stored.
 *
 * @throws {Refusal} `sent-before` when the form as it was shown was done with other values; `submission-foreign` when it was sent
 * by another member or for another record; `body-malformed` when the form's id is no UUID.
 */
export async function once<Answer extends { saved: boolean }>(
  { db }: { db: Database },
  member: Member,
  { submission, kind, record }: Submission,
  act: (tx: Transaction) => Promise<Answer>,
): Promise<Answer> {
  if (!UUID.test(submission)) throw new Refusal("body-malformed");
  return db.transaction(async (tx) => {
    await lockFor(tx, `submission ${shownForm(submission)}`);
    const earlier = await answered<Answer>(tx, member, { submission, kind, record });
    if (earlier) return earlier;
    const answer = await act(tx);
    if (answer.saved)
      await tx.insert(submissions).values({ id: submission, memberId: member.id, kind, record, answer });
    return answer;
  });
}

/** Stored answer to a member's form; null if there is none. Answers are deleted after `KEPT_HOURS`. */
export async function answerOnce<Answer>(
  { db }: { db: Database },
  member: Member,
  { submission, kind }: Omit<Submission, "record">,
): Promise<Answer | null> {
  if (!UUID.test(submission)) return null;
  const own = and(eq(submissions.id, submission), eq(submissions.memberId, member.id), eq(submissions.kind, kind));
  const [earlier] = await db.select({ answer: submissions.answer }).from(submissions).where(own);
  return earlier ? (earlier.answer as Answer) : null;
}

/**
 * Stored answer to a form; undefined for a new form.
 *
 * @throws {Refusal} `sent-before`, `submission-foreign`; `body-malformed` when the form's id is no UUID.
 */
export async function answered<Answer>(
  db: Database,
  member: Member,
  { submission, kind, record }: Submission,
): Promise<Answer | undefined> {
  if (!UUID.test(submission)) throw new Refusal("body-malformed");
  const ofShown = between(submissions.id, ...idsOfShown(submission));
  const [earlier] = await db.select().from(submissions).where(ofShown).limit(1);
  if (!earlier) return undefined;
  if (earlier.memberId !== member.id || earlier.kind !== kind || earlier.record !== record)
    throw new Refusal("submission-foreign");
  if (earlier.id !== submission.toLowerCase()) throw new Refusal("sent-before");
  return earlier.answer as Answer;
}

/** Order in which records are locked, which is numeric because orders lock variants by id. A common order prevents deadlocks. */
export const byLocks = (one: string, other: string): number => one.localeCompare(other, "en", { numeric: true });

/** Takes an advisory lock by name until the transaction ends. */
export async function lockFor(tx: Transaction, what: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${what}, 0))`);
}

/** Deletes answers that are older than `KEPT_HOURS`. */
export async function sweepSubmissions(db: Database, now = new Date()): Promise<void> {
  await db.delete(submissions).where(lt(submissions.at, new Date(now.getTime() - KEPT_HOURS * HOUR)));
}
