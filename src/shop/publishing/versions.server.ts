import type { Database } from "~/platform/database.server";
import { isSame } from "~/shop/audit/record-kind.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { revisionsOf } from "~/shop/texts/revisions.server";
import { openWords, saveDraft } from "./drafts.server";
import type { TextId } from "./text-id";

/** Maximum number of versions listed for one text. */
const LISTED = 50;

/** A published version of a text. */
export interface Version {
  version: number;
  /** Member who published the version; null if it was delivered or imported. */
  memberId: string | null;
  at: Date;
  /** Time when the next version replaced it; null for the current version. */
  until: Date | null;
  /** Fields that differ from the previous version, with the old and the new value; empty if that version is not listed. */
  changed: { field: string; from: unknown; to: unknown }[];
}

/**
 * Published versions of a text, newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function versionsOf({ db }: { db: Database }, member: Member, { kind, id }: TextId): Promise<Version[]> {
  await requireRight({ db }, member, "content.read");
  const rows = await revisionsOf(db, { entity: kind, key: id }, LISTED);
  return rows.map(({ version, content, actor, at }, place) => ({
    version,
    memberId: actor.kind === "staff" ? (actor.name ?? null) : null,
    at,
    until: rows[place - 1]?.at ?? null,
    changed: changedFields(rows[place + 1]?.content, content),
  }));
}

const changedFields = (before: FieldValues | undefined, now: FieldValues): Version["changed"] =>
  before === undefined
    ? []
    : Object.entries(now).flatMap(([field, to]) =>
        isSame(before[field], to) ? [] : [{ field, from: before[field] ?? "", to }],
      );

/**
 * Saves an earlier version as the draft; the published text does not change. Undo restores the previous draft.
 *
 * @throws {Refusal} as `saveDraft`; `record-unknown` for an unknown text or a version that is not listed.
 */
export async function restoreVersion(
  services: { db: Database },
  member: Member,
  { kind, id, of, ...form }: TextId & { of: number; submission: string; version: number },
): Promise<Saved | Stale> {
  const [opened, revisions] = await Promise.all([
    openWords(services, member, { kind, id }),
    revisionsOf(services.db, { entity: kind, key: id }, LISTED),
  ]);
  const found = revisions.find(({ version }) => version === of);
  if (!opened || !found) throw new Refusal("record-unknown");
  // Fields that the page does not have any more are ignored.
  const values = Object.fromEntries(Object.entries(found.content).filter(([field]) => field in opened.live.values));
  return saveDraft(services, member, { kind, id, ...form, liveVersion: 0, values, action: "restore" });
}
