import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { lineOf } from "~/testing/riders.server";
import { makeChange, previewOfChange } from "~/shop/orders/changes/make-change.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { restoreBackup } from "./restore.server";
import { writeBackup } from "./write-backup.server";

const { shop, db, bought, seen } = await openBoughtOrders();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const folder = await mkdtemp(join(tmpdir(), "restored-tables-"));
const name = `tables_${process.pid}`;
afterAll(async () => {
  await dropDatabase(server, name);
  await rm(folder, { recursive: true, force: true });
});

test("a shop whose order has two payments is restored", async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  const { ownerUrl } = databaseAddresses(server, rows[0]?.name ?? "", roles);
  await runLongMigrations(ownerUrl);
  const number = await bought([["Sprocket Tee", "M", "Ash"]]);
  const { product, size, color } = await lineOf(shop, ["Gauntlet Leather Gloves", "M", "Black"]);
  const wanted = { goes: [{ position: 0, quantity: 1 }], comes: [{ product, size, color, quantity: 1, replaces: 0 }] };
  const { difference } = await previewOfChange(shop, number, wanted);
  const asked = await makeChange(shop, await seen(number), { ...wanted, difference, hours: 72 });
  await askForChange(shop, asked.id, "Credit Card");
  const { file } = await writeBackup({ ownerUrl, pictures, fingerprints: { secretKey: "abc" } }, folder);
  await administer(server, `create database ${name} owner shop_owner_${roles}`);
  const target = { ...databaseAddresses(server, name, roles), adminUrl: server, pictures: join(folder, "pictures") };
  const { manifest } = await restoreBackup(target, file);
  expect(manifest.tables.find(({ name: table }) => table === "payments")?.rows).toBe(2);
});
