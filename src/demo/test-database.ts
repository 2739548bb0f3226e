import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { connect, migrate } from "~/platform/database.server";
import { openPostgres } from "~/platform/embedded-postgres.server";
import { openPictures } from "~/platform/pictures.server";
import { seedDemoShop } from "./seed.server";

declare module "vitest" {
  export interface ProvidedContext {
    /** A PostgreSQL in which tests may create databases. */
    databaseServer: string;
    /** The migrated and stocked database they are copies of. */
    databaseTemplate: string;
    /** The folder of its pictures, shared by all. */
    databasePictures: string;
  }
}

/** One database server for all tests, with a stocked template that each test file copies. TEST_DATABASE_URL names another server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const home = await mkdtemp(join(tmpdir(), "iron-mesa-test-"));
  // The database server's user has to pass through.
  await chmod(home, 0o755);
  const given = process.env.TEST_DATABASE_URL;
  const embedded = given ? undefined : await openPostgres(home, { durable: false });
  const server = databaseAddress(given ?? embedded?.url ?? "", "postgres");
  const template = `shop_template_${randomBytes(4).toString("hex")}`;

  await administer(server, `create database ${template}`);
  await migrate(databaseAddress(server, template));
  const pictures = join(home, "pictures");
  const { db, close } = connect(databaseAddress(server, template));
  await seedDemoShop(db, openPictures(pictures));
  await close();
  project.provide("databaseServer", server);
  project.provide("databaseTemplate", template);
  project.provide("databasePictures", pictures);

  return async () => {
    await administer(server, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    await rm(home, { recursive: true, force: true });
  };
}

/** The address of another database on the same server. */
export function databaseAddress(server: string, name: string): string {
  const address = new URL(server);
  address.pathname = `/${name}`;
  return address.href;
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
