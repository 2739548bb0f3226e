import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, inject, test } from "vitest";
import { openTestShop } from "~/testing/test-shop.server";
import { databaseAddresses } from "~/testing/test-database";
import { connectionName } from "./connection-name";

const { db } = await openTestShop();
const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const { url } = databaseAddresses(inject("databaseServer"), rows[0]?.name ?? "", inject("databaseRoles"));
const open: pg.Client[] = [];
afterEach(() => Promise.all(open.splice(0).map((client) => client.end())));

async function connected(name: string) {
  const client = new pg.Client({ connectionString: url, application_name: name });
  await client.connect();
  open.push(client);
}
const refuse = (reads: number) => db.execute(sql`select refuse_older_processes(${reads})`);

test("processes of this release and other programs do not prevent a migration that this release can read", async () => {
  for (const name of [connectionName("jobs"), "psql", "iron-mesa-reports"]) await connected(name);
  await expect(refuse(1)).resolves.toMatchObject({ rowCount: 1 });
});

test.each(["iron-mesa", "iron-mesa jobs", "iron-mesa/0", "iron-mesa/0 listener"])(
  "an older process whose connection is named %j prevents the migration and is named in the error",
  async (name) => {
    await connected(name);
    await expect(refuse(1)).rejects.toMatchObject({
      cause: { code: "55006", message: expect.stringContaining(`${name}, process`) },
    });
  },
);

test("a process of this release prevents a migration that only a later release can read", async () => {
  await expect(refuse(3)).rejects.toMatchObject({ cause: { code: "55006" } });
});
