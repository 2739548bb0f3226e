import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { isAnothers, type RecordKind, rightFor } from "./record-kind.server";
import { isUndoTime } from "~/shop/undo-days";

/** Data about an act or one of its changes that decide whether it can be undone. */
export interface Undoing {
  at: Date;
  isErased: boolean;
  /**
   * Changed fields. `record` is needed only for fields of a member's own account; lists of acts leave it empty for all other
   * records.
   */
  fields: readonly { kind: string; field: string; record: string }[];
}

/** Reason why a change cannot be undone. `right-missing` and `account-of-another` concern this member only. */
export type NotUndoable = "not-undoable" | "undo-too-late" | "change-erased" | "right-missing" | "account-of-another";

/**
 * Reason why a member cannot undo an act or a change, apart from newer values; undefined if nothing prevents it. Used by `undo`
 * and by pages that offer it.
 */
export function whyNotUndoable(
  { at, isErased, fields }: Undoing,
  member: Pick<Member, "id" | "role">,
  kinds: readonly RecordKind[],
  now: Date,
): NotUndoable | undefined {
  const changed = fields.map(({ kind, ...own }) => ({ ...own, kind: kinds.find((each) => each.kind === kind) }));
  if (changed.some(({ kind, field }) => !kind?.fields[field])) return "not-undoable";
  if (!isUndoTime(at, now)) return "undo-too-late";
  if (isErased) return "change-erased";
  if (changed.some(({ kind, field }) => kind && !can(member, rightFor(kind, field)))) return "right-missing";
  if (changed.some(({ kind, field, record }) => kind && isAnothers(kind, field, record, member.id)))
    return "account-of-another";
  return undefined;
}
