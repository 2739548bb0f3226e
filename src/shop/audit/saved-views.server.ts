import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Database } from "~/platform/database.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { PlainLine } from "~/shop/plain-text";
import { Refusal } from "~/shop/refusal";
import { savedViews } from "./audit.tables";
import { logChanges } from "./change-log.server";
import { once } from "./once.server";
import type { RecordKind } from "./record-kind.server";
import { save } from "./save.server";
import type { Saved, Stale } from "./saving";

/** A saved filter of a list, seen by all members. */
export interface SavedView {
  id: number;
  name: string;
  /** Query string of the list's address. */
  query: string;
  version: number;
}

/** Maximum number of saved views per screen. */
const MOST = 30;

const Kept = z.object({
  screen: z.string().min(1).max(40),
  name: PlainLine(40, { tooLong: "Use 40 letters or fewer." }).min(1, "Give the view a name."),
  query: z.string().max(1000),
});
export type KeptView = z.infer<typeof Kept>;

/** Record kind of a saved view: its content, or null after its removal. */
export const savedViewRecord: RecordKind = {
  kind: "saved-view",
  right: "views",
  fields: { view: { schema: Kept.nullable() } },
  async read(tx, id) {
    if (!/^\d{1,9}$/.test(id)) return undefined;
    const [row] = await tx
      .select()
      .from(savedViews)
      .where(eq(savedViews.id, Number(id)))
      .for("update");
    if (!row) return undefined;
    const { screen, name, query, version, removedAt } = row;
    return { version, values: { view: removedAt ? null : { screen, name, query } } };
  },
  async write(tx, id, { view }, version) {
    const kept = view as KeptView | null;
    const [row] = await tx
      .update(savedViews)
      .set({
        ...(kept ? { name: kept.name, query: kept.query, removedAt: null } : { removedAt: sql`now()` }),
        version: version + 1,
      })
      .where(and(eq(savedViews.id, Number(id)), eq(savedViews.version, version)))
      .returning({ version: savedViews.version });
    return row?.version;
  },
};

/** The saved views of a screen, oldest first. */
export const savedViewsOf = (db: Database, screen: string): Promise<SavedView[]> =>
  db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query, version: savedViews.version })
    .from(savedViews)
    .where(and(eq(savedViews.screen, screen), isNull(savedViews.removedAt)))
    .orderBy(asc(savedViews.position), asc(savedViews.id));

/**
 * Saves a view under a name.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`; `input-invalid` for a name that is too long or already used.
 */
export async function saveView(
  services: { db: Database },
  member: Member,
  submission: string,
  view: KeptView,
): Promise<Saved> {
  await requireRight(services, member, "views");
  const { success, data, error } = Kept.safeParse(view);
  if (!success) throw nameRefused(error.issues[0]?.message ?? "");
  return once(services, member, { submission, kind: "saved-view", record: data.screen }, async (tx): Promise<Saved> => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`views of ${data.screen}`}))`);
    const known = await savedViewsOf(tx, data.screen);
    if (known.some(({ name }) => name.toLowerCase() === data.name.toLowerCase()))
      throw nameRefused("There is a view of this name. Choose another.");
    if (known.length >= MOST) throw nameRefused(`There are ${MOST} views. Remove one first.`);
    const [row] = await tx
      .insert(savedViews)
      .values({ ...data, position: known.length, memberId: member.id })
      .returning({ id: savedViews.id, version: savedViews.version });
    if (!row) throw new Error("The view was not written.");
    const { kind } = savedViewRecord;
    const [id, version] = [String(row.id), row.version];
    const act = { memberId: member.id, submission, action: "change" as const, reason: "" };
    await logChanges(tx, act, [{ kind, record: id, version, field: "view", old: null, new: data }]);
    return { saved: true, act: submission, records: [{ kind, id, version }], changed: 1 };
  });
}

const nameRefused = (words: string) => new Refusal("input-invalid", { fields: { name: words } });

/**
 * Removes a view; undo restores it.
 *
 * @throws {Refusal} as `save`.
 */
export const removeView = (
  services: { db: Database },
  member: Member,
  submission: string,
  { id, version }: { id: string; version: number },
): Promise<Saved | Stale> =>
  save(services, member, { submission, edits: [{ kind: savedViewRecord, id, version, values: { view: null } }] });
