import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { type Actor, system } from "~/shop/actor";
import { revisions } from "./texts.tables";

/** An earlier version of a text. */
export interface Revision {
  version: number;
  content: Record<string, unknown>;
  actor: Actor;
  at: Date;
}

interface Written {
  entity: string;
  key: string;
  /** Version and values before and after the change. */
  before: { version: number; values: Record<string, unknown>; since: Date | null };
  after: { version: number; values: Record<string, unknown> };
  memberId: string;
}

/** Keeps both versions of a changed text: the earlier one too, where it came with the shop or by an import. */
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

/** Versions of a text, the newest first. The caller checks the right. */
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
