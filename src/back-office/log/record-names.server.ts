import type { Database } from "~/platform/database.server";
import type { Change } from "~/shop/audit/acts.server";
import { goodsRecordNames } from "~/shop/catalog/editing/goods-labels.server";
import { messageRecordNames } from "~/shop/contact/message-names.server";
import { memberNames } from "~/shop/members/member-names.server";
import type { RecordNames } from "./change-text";

/** Names of the records of these changes. */
export async function recordNames(db: Database, changes: Change[]): Promise<RecordNames> {
  const isOfMembers = changes.some(({ kind }) => kind === "member");
  const [goods, members, messages] = await Promise.all([
    goodsRecordNames(db, changes),
    isOfMembers ? memberNames(db) : [],
    messageRecordNames(db, changes),
  ]);
  return new Map([...goods, ...messages, ...[...members].map(([id, name]) => [`member ${id}`, { name }] as const)]);
}
