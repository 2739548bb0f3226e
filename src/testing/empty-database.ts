import { afterAll, beforeAll, inject } from "vitest";
import { type DatabaseAddresses, migrate } from "~/platform/migrations.server";
import { administer, databaseAddresses, dropDatabase } from "./test-database";

/** Creates a migrated database without content before the tests of a file or describe block, and drops it afterwards. */
export function emptyDatabase(prefix: string): DatabaseAddresses & { name: string } {
  const name = `${prefix}_${process.pid}`;
  const [server, roles] = [inject("databaseServer"), inject("databaseRoles")];
  const addresses = databaseAddresses(server, name, roles);
  beforeAll(async () => {
    await administer(server, `create database ${name} owner shop_owner_${roles}`);
    await migrate(addresses);
  });
  afterAll(() => dropDatabase(server, name));
  return { ...addresses, name };
}
