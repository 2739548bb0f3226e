import type pg from "pg";

/**
 * Oldest supported major version of PostgreSQL: unique keys in the migrations use NULLS NOT DISTINCT, which is new in this
 * version.
 */
export const OLDEST_POSTGRES = 15;

/** Error for a database server that is too old; its message is one line for the operator. */
export class PostgresTooOld extends Error {
  override readonly name = "PostgresTooOld";
}

/** @throws {PostgresTooOld} if the server is older than `OLDEST_POSTGRES`. */
export async function refuseOldPostgres(owner: Pick<pg.Client, "query">): Promise<void> {
  const { rows } = await owner.query<{ server_version_num: string }>("show server_version_num");
  // The version 14.12 has the number 140012, and 9.6.24 has 90624.
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  throw new PostgresTooOld(
    `The database of DATABASE_URL is on PostgreSQL ${major}, and the shop needs ${OLDEST_POSTGRES} or newer. Nothing was changed: upgrade the server, or let DATABASE_URL lead to a newer one.`,
  );
}
