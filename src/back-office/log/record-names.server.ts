import type { Database } from "~/platform/database.server";
import type { Change } from "~/shop/audit/acts.server";
import { kindNamed } from "../record-kinds.server";
import type { RecordNames } from "./change-words";

/** Names of the records of these changes, each read once for all kinds that share a reader. */
export async function recordNames(db: Database, changes: Change[]): Promise<RecordNames> {
  const readers = new Set(changes.flatMap(({ kind }) => kindNamed(kind)?.names ?? []));
  const found = await Promise.all([...readers].map((names) => names(db, changes)));
  return new Map(found.flatMap((names) => [...names]));
}
