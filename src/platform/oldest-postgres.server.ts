import type pg from "pg";

/** Oldest major version of PostgreSQL that runs the shop: unique keys of the migrations say NULLS NOT DISTINCT, which came with it. */
export const OLDEST_POSTGRES = 15;

/** The server of DATABASE_URL is too old; the message is one line for the operator. */
export class PostgresTooOld extends Error {
  override readonly name = "PostgresTooOld";
}

/** @throws {PostgresTooOld} when the server is older than the migrations need. */
export async function refuseOldPostgres(owner: Pick<pg.Client, "query">): Promise<void> {
  const { rows } = await owner.query<{ server_version_num: string }>("show server_version_num");
  // The number of 14.12 is 140012, and of 9.6.24 it is 90624.
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major >= OLDEST_POSTGRES) return;
  throw new PostgresTooOld(
    `The database of DATABASE_URL is on PostgreSQL ${major}, and the shop needs ${OLDEST_POSTGRES} or newer. Nothing was changed: upgrade the server, or let DATABASE_URL lead to a newer one.`,
  );
}
