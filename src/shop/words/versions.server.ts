import type { Database } from "~/platform/database.server";
import { isSame } from "~/shop/audit/record-kind.server";
import type { FieldValues, Saved, Stale } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import { revisionsOf } from "~/shop/texts/revisions.server";
import { openWords, saveDraft } from "./drafts.server";
import type { WordsId } from "./words-id";

/** Most versions listed of one text. */
const LISTED = 50;

/** A text as it stood on the shop for a while. */
export interface Version {
  version: number;
  /** Member who published the version; null: it came with the shop or an import. */
  memberId: string | null;
  at: Date;
  /** When the next version took its place; null for the one on the shop. */
  until: Date | null;
  /** Fields that differ from the version before it, in the version's own values. */
  changed: { field: string; from: unknown; to: unknown }[];
}

/**
 * Versions of a text that stood on the shop, the newest first.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function versionsOf({ db }: { db: Database }, member: Member, { kind, id }: WordsId): Promise<Version[]> {
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
 * Makes an earlier version the draft; the shop stays as it is. Undo brings back the draft of before.
 *
 * @throws {Refusal} as `saveDraft`; `record-unknown` for a version that is not kept.
 */
export async function restoreVersion(
  services: { db: Database },
  member: Member,
  { kind, id, of, ...form }: WordsId & { of: number; submission: string; version: number },
): Promise<Saved | Stale> {
  const [opened, revisions] = await Promise.all([
    openWords(services, member, { kind, id }),
    revisionsOf(services.db, { entity: kind, key: id }, LISTED),
  ]);
  const found = revisions.find(({ version }) => version === of);
  if (!opened || !found) throw new Refusal("record-unknown");
  // A text that the page does not have any more stays out.
  const values = Object.fromEntries(Object.entries(found.content).filter(([field]) => field in opened.live.values));
  return saveDraft(services, member, { kind, id, ...form, liveVersion: 0, values, action: "restore" });
}
