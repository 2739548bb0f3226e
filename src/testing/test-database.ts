import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connect } from "~/platform/database.server";
import { openPostgres } from "~/platform/embedded-postgres.server";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { type DatabaseAddresses, migrate } from "~/platform/migrations.server";
import { openPictureStore } from "~/platform/picture-store.server";
import { seedDemoShop } from "~/demo/seed.server";
import { GUARD_OF_GOODS } from "./guard-goods";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of a PostgreSQL server, as its superuser, in which tests may create databases. */
    databaseServer: string;
    /** Suffix of the names of all test roles, also used as their password. */
    databaseRoles: string;
    /** Name of the migrated and stocked database from which tests copy theirs. */
    databaseTemplate: string;
    /** Name of the migrated database without content from which tests copy theirs. */
    databaseEmpty: string;
    /** Folder of the template's pictures, shared by all tests. */
    databasePictures: string;
  }
}

/**
 * Starts one database server for all tests, with a stocked template that each test file copies. With TEST_DATABASE_URL, uses that
 * server instead.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-test-"));
  // The operating system user of the database server needs access to the folders below.
  await chmod(home, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given ? undefined : await openPostgres(home, { durable: false });
  const server = databaseAddress(given ?? embedded?.adminUrl ?? "", "postgres");
  const suffix = randomBytes(4).toString("hex");
  const [template, empty] = [`shop_template_${suffix}`, `shop_empty_${suffix}`];
  const roles = [`shop_owner_${suffix}`, `shop_${suffix}`];

  for (const role of roles) await administer(server, `create role ${role} login password '${suffix}'`);
  await administer(server, `create database ${template} owner ${roles[0]}`);
  await migrate(databaseAddresses(server, template, suffix));
  await administer(server, copyOf(template, { name: empty, owner: roles[0] ?? "" }));
  const pictures = join(home, "pictures");
  const { db, close } = connect(databaseAddresses(server, template, suffix).url);
  await seedDemoShop(db, openPictureStore(pictures));
  await close();
  // Tests run on the tables of a shop that was started.
  await runLongMigrations(databaseAddresses(server, template, suffix).ownerUrl);
  await administer(databaseAddresses(server, template, suffix).ownerUrl, GUARD_OF_GOODS);
  project.provide("databaseServer", server);
  project.provide("databaseRoles", suffix);
  project.provide("databaseTemplate", template);
  project.provide("databaseEmpty", empty);
  project.provide("databasePictures", pictures);

  return async () => {
    try {
      // The embedded server is deleted below. A given server remains, so databases and roles have to be dropped.
      if (!embedded) await leaveNothing(server, roles);
    } finally {
      // An open handle would prevent the test run from exiting.
      await embedded?.stop();
      await rm(home, { recursive: true, force: true });
    }
  };
}

/**
 * Statement that copies a database to which nobody is connected. `file_copy`: a copy through the write-ahead log, the default,
 * takes twice as long.
 */
export const copyOf = (template: string, { name, owner }: { name: string; owner: string }): string =>
  `create database ${name} template ${template} owner ${owner} strategy file_copy`;

/** URL of another database on the same server. */
export function databaseAddress(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

/** URLs of a test database: as its owner, and as the shop's role, which owns no tables. */
export function databaseAddresses(
  server: string,
  name: string,
  roles: string,
): DatabaseAddresses & { poolUrl: string } {
  const as = (role: string): string => {
    const address = new URL(databaseAddress(server, name));
    address.username = `${role}_${roles}`;
    address.password = roles;
    return address.href;
  };
  const url = as("shop");
  const pooler = process.env.TEST_DATABASE_POOLER;
  return {
    url,
    ownerUrl: as("shop_owner"),
    poolUrl: pooler ? Object.assign(new URL(url), { host: pooler }).href : url,
  };
}

/** Drops the roles and all that they own, including databases of test files that were interrupted. */
async function leaveNothing(server: string, roles: string[]): Promise<void> {
  const owned = await administer<{ datname: string }>(
    server,
    `select datname from pg_database where datdba in (${roles.map((role) => `'${role}'::regrole`).join()})`,
  );
  for (const { datname } of owned) await dropDatabase(server, datname);
  for (const role of roles) await administer(server, `drop role ${role}`);
}

/**
 * Drops a database if it exists. A session that is about to end should not be terminated by force: its client would get the error
 * without a listener, which fails the test run. PostgreSQL waits up to 5 seconds for such sessions; only then are they
 * terminated.
 */
export async function dropDatabase(server: string, name: string): Promise<void> {
  const statement = `drop database if exists ${name}`;
  await administer(server, statement).catch(() => administer(server, `${statement} with (force)`));
}

/** Runs a statement in a database given by its URL, over a separate connection. */
export async function administer<Row extends object>(server: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  return (await client.query<Row>(statement).finally(() => client.end())).rows;
}
