import { createHash, randomBytes } from "node:crypto";
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { shownDrafts } from "./shown-drafts.tables";
import type { TextId, TextKind } from "./text-id";

/** Minutes for which a preview link is valid. */
export const SHOWN_MINUTES = 60;

const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/**
 * Creates a preview link for one draft that works without signing in. The secret is returned once; only its hash is stored.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function showDraft(
  services: { db: Database },
  member: Member,
  { kind, id }: TextId,
  at: Date | null,
): Promise<string> {
  await requireRight(services, member, "content.change");
  const secret = randomBytes(24).toString("base64url");
  await services.db.insert(shownDrafts).values({
    id: digestOf(secret),
    kind,
    record: id,
    memberId: member.id,
    at,
    expiresAt: sql`now() + ${`${SHOWN_MINUTES} minutes`}::interval`,
  });
  return secret;
}

/** Draft that a preview link shows; undefined once the link has expired or a member has revoked it. */
export async function shownDraft(db: Database, secret: string): Promise<(TextId & { at: Date | null }) | undefined> {
  const [row] = await db
    .select()
    .from(shownDrafts)
    .where(and(eq(shownDrafts.id, digestOf(secret)), gt(shownDrafts.expiresAt, sql`now()`)));
  return row && { kind: row.kind as TextKind, id: row.record, at: row.at };
}

/** Valid preview links of a draft with their times of expiry. The caller has to check the member's right. */
export const shownAddresses = (db: Database, { kind, id }: TextId): Promise<{ id: string; expiresAt: Date }[]> =>
  db
    .select({ id: shownDrafts.id, expiresAt: shownDrafts.expiresAt })
    .from(shownDrafts)
    .where(and(eq(shownDrafts.kind, kind), eq(shownDrafts.record, id), gt(shownDrafts.expiresAt, sql`now()`)))
    .orderBy(asc(shownDrafts.expiresAt), asc(shownDrafts.id));

/**
 * Revokes all preview links of a draft.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function hideDraft(services: { db: Database }, member: Member, { kind, id }: TextId): Promise<void> {
  await requireRight(services, member, "content.change");
  await services.db.delete(shownDrafts).where(and(eq(shownDrafts.kind, kind), eq(shownDrafts.record, id)));
}

/** Deletes expired preview links. */
export async function sweepShownDrafts(db: Database): Promise<void> {
  await db.delete(shownDrafts).where(lte(shownDrafts.expiresAt, sql`now()`));
}
