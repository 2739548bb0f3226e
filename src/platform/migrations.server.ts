import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { connectionName } from "./connection-name";
import { grantPrivileges } from "./grant-privileges.server";
import { installJobs } from "./jobs.server";
import { refuseOldPostgres } from "./oldest-postgres.server";
import { refuseUnfinished } from "./unfinished-restore.server";

/** Addresses of one database for its two roles; equal where only one is configured. */
export interface DatabaseAddresses {
  /** For the shop's role. */
  url: string;
  /** For the role that owns the tables. */
  ownerUrl: string;
}

interface MigrateOptions {
  folder?: string;
  before?: () => Promise<void>;
  /** Set by a restore: only a restore may migrate a database that an unfinished restore has left. */
  restores?: boolean;
}

/** Advisory lock: one process migrates at a time. */
const MIGRATION_LOCK = 4_821_735_001;

/**
 * Migrates the database to this program's tables, each migration in a transaction, and grants the shop's privileges. Several processes may
 * call it at once; one runs, the others wait; `before` is called under their lock. Long work on full tables is left to `runLongMigrations`.
 *
 * @throws {PostgresTooOld} before anything is changed.
 * @throws {RestoreUnfinished}
 */
export async function migrate(
  { url, ownerUrl }: DatabaseAddresses,
  { folder = "migrations", before = async () => {}, restores = false }: MigrateOptions = {},
): Promise<void> {
  const client = await connectAsOwner(ownerUrl);
  try {
    await refuseOldPostgres(client);
    await client.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
    if (!restores) await refuseUnfinished(client);
    await before();
    await Promise.all([applyMigrations(drizzle(client), { migrationsFolder: folder }), installJobs(ownerUrl)]);
    await grantPrivileges(client, decodeURIComponent(new URL(url).username));
  } finally {
    await client.end();
  }
}

/** Whether a program of any version has migrated the database. */
export async function isMigrated(ownerUrl: string): Promise<boolean> {
  const client = await connectAsOwner(ownerUrl);
  try {
    const { rows } = await client.query<{ is: boolean }>(
      "select to_regclass('drizzle.__drizzle_migrations') is not null as is",
    );
    return rows[0]?.is === true;
  } finally {
    await client.end();
  }
}

/** Runs the first `count` migrations alone, as an earlier version of the program did. */
export async function migrateTo(addresses: DatabaseAddresses, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "iron-mesa-migrations-"));
  try {
    await cp("migrations", folder, { recursive: true });
    const entries = (await journal()).slice(0, count);
    await writeFile(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ version: "7", dialect: "postgresql", entries }),
    );
    await migrate(addresses, { folder, restores: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The program's migrations, oldest first. */
export async function journal(): Promise<{ tag: string; when: number }[]> {
  const { entries } = JSON.parse(await readFile("migrations/meta/_journal.json", "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return entries;
}

/**
 * Drops every table of the shop and its jobs.
 *
 * @throws {PostgresTooOld} where they could not be made again.
 */
export async function dropAllTables(ownerUrl: string): Promise<void> {
  const client = await connectAsOwner(ownerUrl);
  try {
    await refuseOldPostgres(client);
    await client.query("drop schema if exists public, drizzle, pgboss cascade; create schema public");
  } finally {
    await client.end();
  }
}

/** A connection as the owner; the caller ends it. */
export async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: connectionName("migrations"),
    keepAlive: true,
  });
  // The pending query rejects by itself.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
