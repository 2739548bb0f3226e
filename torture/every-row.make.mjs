// Run by every-row.mjs with Vitest, because test shops need its database server.
import { sql } from "drizzle-orm";
import { expect, inject, test } from "vitest";
import { writeBackup } from "~/backup/write-backup.server";
import { openOrdersOfLooserRules } from "~/testing/orders-of-looser-rules.server";
import { databaseAddresses } from "~/testing/test-database";

const { db } = await openOrdersOfLooserRules();

test("a shop with every kind of row that a rule for rows was loosened for is backed up", async () => {
  const { rows } = await db.execute(sql`select current_database() as name`);
  const { ownerUrl } = databaseAddresses(inject("databaseServer"), rows[0].name, inject("databaseRoles"));
  const shop = { ownerUrl, pictures: inject("databasePictures"), fingerprints: { secretKey: "torture" } };
  const { missing } = await writeBackup(shop, process.env.EVERY_ROW_FOLDER);
  expect(missing).toEqual([]);
});
