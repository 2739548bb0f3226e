import type { Database } from "~/platform/database.server";
import type { Change } from "~/shop/audit/acts.server";
import { kindNamed } from "../record-kinds.server";
import type { RecordNames } from "./log-kind";

/** Reads the names of all records in some changes, with one query for kinds that share the same reader. */
export async function recordNames(db: Database, changes: Change[]): Promise<RecordNames> {
  const readers = new Set(changes.flatMap(({ kind }) => kindNamed(kind)?.names ?? []));
  const found = await Promise.all([...readers].map((names) => names(db, changes)));
  return new Map(found.flatMap((names) => [...names]));
}
