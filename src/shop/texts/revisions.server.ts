import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { type Actor, system } from "~/shop/actor";
import { revisions } from "./texts.tables";

/** A stored version of a text. */
export interface Revision {
  version: number;
  content: Record<string, unknown>;
  actor: Actor;
  at: Date;
}

interface Written {
  entity: string;
  key: string;
  /** Version and values of the record, before the change and after it. */
  before: { version: number; values: Record<string, unknown>; since: Date | null };
  after: { version: number; values: Record<string, unknown> };
  memberId: string;
}

/**
 * Stores the new version of a changed text; also the version before, if it is not stored, because it was delivered or imported.
 */
export async function keepRevisions(tx: Transaction, { entity, key, before, after, memberId }: Written): Promise<void> {
  const staff: Actor = memberId === "" ? system : { kind: "staff", name: memberId };
  const earlier = { entity, key, version: before.version, content: before.values, actor: system };
  await tx
    .insert(revisions)
    .values({ ...earlier, ...(before.since && { at: before.since }) })
    .onConflictDoNothing();
  await tx
    .insert(revisions)
    .values({ entity, key, version: after.version, content: after.values, actor: staff })
    .onConflictDoNothing();
}

/** Stored versions of a text, newest first. The caller has to check the member's right. */
export async function revisionsOf(
  db: Database,
  { entity, key }: { entity: string; key: string },
  most: number,
): Promise<Revision[]> {
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.entity, entity), eq(revisions.key, key)))
    .orderBy(desc(revisions.version))
    .limit(most);
  return rows.map(({ version, content, actor, at }) => ({
    version,
    content: content as Record<string, unknown>,
    actor,
    at,
  }));
}
