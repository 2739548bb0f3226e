import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, inject } from "vitest";
import type { Database } from "~/platform/database.server";
import { databaseAddresses } from "./test-database";

/** The role that owns the tables of a test shop, for what the shop's own role may not do. */
export async function tableOwner(db: Database): Promise<pg.Client> {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { ownerUrl } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  afterAll(() => owner.end());
  return owner;
}

/** Lets each statement of a kind on a table fail while something is done. */
export async function whileFailing(
  owner: pg.Client,
  { on, table }: { on: "insert" | "update" | "delete"; table: string },
  act: () => Promise<void>,
): Promise<void> {
  await owner.query(`
    create or replace function fails() returns trigger language plpgsql as $$ begin raise exception 'it fails'; end $$;
    create trigger fails before ${on} on ${table} for each statement execute function fails()`);
  try {
    await act();
  } finally {
    await owner.query(`drop trigger fails on ${table}`);
  }
}
