import { and, eq, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Jobs } from "~/platform/jobs.server";
import type { ActionName } from "~/shop/audit/action-names";
import { byLocks, once } from "~/shop/audit/once.server";
import { comparedWith, type Pending, pendingOf, written } from "~/shop/audit/save.server";
import type { Saved } from "~/shop/audit/saving";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { Refusal } from "~/shop/refusal";
import type { Settings } from "~/shop/settings";
import { draftedKind } from "./draft-record.server";
import { checkedDraft } from "./checked-draft.server";
import { openedIn } from "./drafts.server";
import { drafts } from "./drafts.tables";
import type { TextId } from "./text-id";

interface Shop {
  db: Database;
  jobs?: Jobs;
  settings(): Settings;
}

/**
 * Publishes drafts, all or none. Undo restores the texts published before.
 *
 * @throws {Refusal} `right-missing`, `submission-foreign`; `draft-gone` when a record has no draft any more; `draft-incomplete`
 * when a draft fails its checks; `edited-meanwhile`.
 */
export async function publishDrafts(
  services: Shop,
  member: Member,
  submission: string,
  chosen: readonly TextId[],
): Promise<Saved> {
  await requireRight(services, member, "content.change");
  const sorted = chosen.toSorted((one, other) => byLocks(keyOf(one), keyOf(other)));
  const form = { submission, kind: "publish", record: sorted.map(keyOf).join(", ").slice(0, 2000) };
  return once(services, member, form, async (tx): Promise<Saved> => {
    const pending = [];
    for (const words of sorted) pending.push(await publishable(tx, services.settings(), words));
    if (pending.length === 0) throw new Refusal("draft-gone");
    const act = { memberId: member.id, submission, action: publishAction(pending), reason: "" };
    const saved = await written(tx, act, pending, services.jobs);
    for (const { kind, id } of sorted) await endDraft(tx, { kind, id });
    return saved;
  });
}

/**
 * Name in the log of an act that publishes texts, by what of them shoppers see then: all, some, or none because they are not
 * ticked to be on the shop.
 */
export const PUBLISHED = { all: "publish", some: "publish-some", none: "publish-hidden" } as const;

export function publishAction(pending: readonly Pick<Pending, "current" | "changes">[]): ActionName {
  const shown = pending.filter(({ current, changes }) => ({ ...current.values, ...changes }).isShown !== false);
  return PUBLISHED[shown.length === pending.length ? "all" : shown.length === 0 ? "none" : "some"];
}

/** Name of a record for locks and maps. */
export const keyOf = ({ kind, id }: TextId): string => `${kind} ${id}`;

/**
 * Locks a draft and its record, checks the draft, and returns it as a change of the record.
 *
 * @throws {Refusal} `draft-gone`, `draft-incomplete`.
 */
export async function publishable(tx: Transaction, settings: Settings, words: TextId) {
  const { live } = draftedKind(words.kind);
  const edit = { kind: live, id: words.id, version: 0, values: {} };
  const { current } = await pendingOf(tx, edit);
  const opened = await openedIn(tx, words);
  if (!opened?.draft) throw new Refusal("draft-gone");
  const { complaints } = await checkedDraft(tx, settings, words, opened);
  if (complaints.length > 0) throw new Refusal("draft-incomplete");
  const values = Object.fromEntries(opened.draft.fields.map((field) => [field, opened.values[field]]));
  return comparedWith({ ...edit, values }, current);
}

/** Ends a draft whose texts were published or moved to a plan. */
export async function endDraft(tx: Transaction, { kind, id }: TextId): Promise<void> {
  await tx
    .update(drafts)
    .set({ values: {}, base: {}, changedAt: sql`now()`, version: sql`${drafts.version} + 1` })
    .where(and(eq(drafts.kind, kind), eq(drafts.record, id)));
}
