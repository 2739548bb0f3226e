import type { PgTable } from "drizzle-orm/pg-core";
import type { Database } from "~/platform/database.server";
import { inPortions } from "~/platform/portions";

/** Number of rows per insert; PostgreSQL allows 65,535 values in a statement. */
const ROWS_AT_ONCE = 1000;

/** Inserts any number of rows, in portions. */
export async function insertAll<T extends PgTable>(tx: Database, table: T, rows: T["$inferInsert"][]): Promise<void> {
  for (const some of inPortions(rows, ROWS_AT_ONCE)) await tx.insert(table).values(some);
}
