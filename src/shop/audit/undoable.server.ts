import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import { isAnothers, type RecordKind, rightFor } from "./record-kind.server";
import { UNDO_DAYS } from "~/shop/undo-days";

/** An act, or one change of it, as far as it decides who can take it back. */
export interface Undoing {
  at: Date;
  isErased: boolean;
  /** Changed fields; of many records of a kind one is enough, but for the member's own. */
  fields: readonly { kind: string; field: string; record: string }[];
}

/** Why something cannot be taken back; `right-missing` and `account-of-another` are only this member's. */
export type NotUndoable = "not-undoable" | "undo-too-late" | "change-erased" | "right-missing" | "account-of-another";

/** Why a member cannot take something back, whatever its records hold by now. `undo` asks it, and so does all that offers it. */
export function whyNotUndoable(
  { at, isErased, fields }: Undoing,
  member: Pick<Member, "id" | "role">,
  kinds: readonly RecordKind[],
  now: Date,
): NotUndoable | undefined {
  const changed = fields.map(({ kind, ...own }) => ({ ...own, kind: kinds.find((each) => each.kind === kind) }));
  if (changed.some(({ kind, field }) => !kind?.fields[field])) return "not-undoable";
  if (at.getTime() < now.getTime() - UNDO_DAYS * 86_400_000) return "undo-too-late";
  if (isErased) return "change-erased";
  if (changed.some(({ kind, field }) => kind && !can(member, rightFor(kind, field)))) return "right-missing";
  if (changed.some(({ kind, field, record }) => kind && isAnothers(kind, field, record, member.id)))
    return "account-of-another";
  return undefined;
}
