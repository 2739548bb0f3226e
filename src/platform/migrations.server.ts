import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
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

/** Addresses of one database for its two roles; they are equal if only one is configured. */
export interface DatabaseAddresses {
  /** Address for the shop's role. */
  url: string;
  /** Address for the role that owns the tables. */
  ownerUrl: string;
}

interface MigrateOptions {
  folder?: string;
  before?: () => Promise<void>;
  /** Set by a restore, which alone may migrate a database with the mark of an unfinished restore. */
  restores?: boolean;
}

/** Number of the advisory lock by which only one process migrates at a time. */
const MIGRATION_LOCK = 4_821_735_001;

/**
 * Migrates the database to the tables of this release, each migration in its own transaction, and grants the privileges of the
 * shop's role. Several processes may call it at the same time: one migrates, the others wait. `before` is called while the lock
 * is held. Work that takes long on full tables is done by `runLongMigrations`.
 *
 * @throws {PostgresTooOld} before anything is changed.
 * @throws {RestoreUnfinished} if the database has the mark of an unfinished restore.
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

/** Returns whether any release of the program has migrated the database. */
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

/** Runs only the first `count` migrations, for the tables of an earlier release. */
export async function migrateTo(addresses: DatabaseAddresses, count: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "iron-mesa-migrations-"));
  try {
    const entries = (await journal()).slice(0, count);
    for (const { tag } of entries) await copyFile(`migrations/${tag}.sql`, join(folder, `${tag}.sql`));
    await mkdir(join(folder, "meta"));
    await writeFile(
      join(folder, "meta/_journal.json"),
      JSON.stringify({ version: "7", dialect: "postgresql", entries }),
    );
    await migrate(addresses, { folder, restores: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Migrations of this release, oldest first. */
export async function journal(): Promise<{ tag: string; when: number }[]> {
  const { entries } = JSON.parse(await readFile("migrations/meta/_journal.json", "utf8")) as {
    entries: { tag: string; when: number }[];
  };
  return entries;
}

/**
 * Drops all tables of the shop and of its jobs.
 *
 * @throws {PostgresTooOld} on a server on which they could not be created again.
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

/** Connects with the owner's role; the caller ends the connection. */
export async function connectAsOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: connectionName("migrations"),
    keepAlive: true,
  });
  // The pending query rejects anyway.
  client.on("error", () => undefined);
  await client.connect();
  return client;
}
