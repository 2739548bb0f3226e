import { afterAll, beforeAll, inject } from "vitest";
import { type DatabaseAddresses, migrate } from "~/platform/migrations.server";
import { administer, databaseAddresses, dropDatabase } from "./test-database";

/** A migrated database without content, made before the tests of a file or of a describe block and dropped after them. */
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
