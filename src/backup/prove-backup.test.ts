import { mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test, vi } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { administer, databaseAddresses } from "~/testing/test-database";
import { openJobs } from "~/platform/jobs.server";
import { backupJobs } from "./backup.jobs";
import { openBackups } from "./backups.server";
import { restoreBackup } from "./restore.server";

const { shop, db, bought, shipped, tee } = await openBoughtOrders();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const folder = await mkdtemp(join(tmpdir(), "prove-test-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { rows: names } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const name = names[0]?.name ?? "";
const addresses = databaseAddresses(server, name, roles);
const source = { ...addresses, adminUrl: server, pictures, fingerprints: { secretKey: "abc" } };
const backups = openBackups(source, { folder, isHourly: true });

const scratchDatabases = () =>
  administer(server, `select from pg_database where starts_with(datname, '${name}_proof')`);
const hour = (day: number, at = 8) => new Date(Date.UTC(2027, 0, day, at, 40));
const office = () => officeAs({ ...shop, backups }, memberAs("owner"));

/** Changes one byte in the middle of the newest backup. */
async function damageNewest(): Promise<void> {
  const [newest] = await backups.list();
  const file = join(folder, newest?.name ?? "");
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

test("a backup is restored into a scratch database, compared and read, without sending or changing anything in the shop [B-123]", async () => {
  for (let count = 0; count < 22; count += 1) await bought([[...tee]]);
  await shipped([[...tee, 1]]);
  // Enqueues jobs that would send letters and money if they ran: the test must not run them.
  const jobs = await openJobs(addresses.url);
  for (const queue of ["confirm-order", "send-owed-refunds", "gateway-event"])
    await db.transaction((tx) => jobs.enqueue(tx, queue, {}, { key: queue }));
  await jobs.stop();
  await backups.makeHourly(hour(1));
  const states = () =>
    db
      .execute(sql`select name, state from pgboss.job where name not like '\\_\\_%' order by 1`)
      .then(({ rows }) => rows);
  const [before, asked, letters] = [await states(), shop.enqueued.length, shop.letters.length];
  const money = await db.execute(sql`select * from sandbox_requests order by id`);
  const reached = vi.spyOn(shop.outgoing, "run");
  const fetched = vi.spyOn(globalThis, "fetch");

  const proof = await backups.proveWeekly(hour(1));

  expect(proof).toMatchObject({ outcome: "proven", words: "", orders: 20, at: hour(1).toISOString() });
  expect(proof?.rows).toBeGreaterThan(1_000);
  expect(proof?.pictures).toBeGreaterThan(10);
  expect([reached.mock.calls.length, fetched.mock.calls.length]).toEqual([0, 0]);
  expect([shop.enqueued.length, shop.letters.length]).toEqual([asked, letters]);
  expect(await states()).toEqual(before);
  expect((await db.execute(sql`select * from sandbox_requests order by id`)).rows).toEqual(money.rows);
  expect(await scratchDatabases()).toEqual([]);
  vi.restoreAllMocks();
});

test("a backup is tested again after a week, and each night after a failure, which Health and Today show [B-123]", async () => {
  expect(await backups.proveWeekly(hour(6))).toBeUndefined();
  expect(await office().text("/system")).toMatch(/Restore test Proven .* 20 orders read/);
  expect(await office().text("/")).not.toContain("could not be restored");
  await damageNewest();
  expect(await backups.proveWeekly(hour(8))).toMatchObject({
    outcome: "failed",
    words: expect.stringContaining("damaged"),
  });
  expect(await office().text("/system")).toMatch(/Restore test Failed .* damaged\. One was last proven/);
  expect(await office().text("/")).toMatch(/A backup could not be restored Tried .* See health/);
  expect(await scratchDatabases()).toEqual([]);

  await backups.makeHourly(hour(9));
  expect(await backups.proveWeekly(hour(9))).toMatchObject({ outcome: "proven" });
  expect(await office().text("/")).not.toContain("could not be restored");
});

test("a missing picture makes the test fail, and so does a missing passphrase", async () => {
  const { media } = JSON.parse(
    JSON.stringify({ media: (await db.execute<{ hash: string }>(sql`select hash from media limit 1`)).rows }),
  ) as { media: { hash: string }[] };
  const hash = media[0]?.hash ?? "";
  await rm(join(folder, "media", hash.slice(0, 2), hash));
  expect(await backups.prove(hour(10))).toMatchObject({
    outcome: "failed",
    words: "1 picture does not lie beside the backup.",
  });
  const locked = openBackups(source, { folder, isHourly: true, passphrase: "ride far and come back" });
  await locked.makeHourly(hour(11));
  expect(await locked.prove(hour(11))).toMatchObject({ outcome: "proven" });
  expect(await backups.prove(hour(11))).toMatchObject({
    outcome: "failed",
    words: expect.stringContaining("passphrase"),
  });
});

test("a test is skipped with a reason if the role may not create databases, and proves nothing", async () => {
  const role = `no_create_${process.pid}`;
  await administer(server, `create role ${role} login password 'secret'`);
  await administer(server, `grant shop_owner_${roles} to ${role}`);
  try {
    const asRole = (url: string) => Object.assign(new URL(url), { username: role, password: "secret" }).href;
    const own = { ...source, ownerUrl: asRole(addresses.ownerUrl), adminUrl: asRole(server) };
    const refused = openBackups(own, { folder, isHourly: true, passphrase: "ride far and come back" });
    expect(await refused.prove(hour(12))).toMatchObject({
      outcome: "skipped",
      words: expect.stringContaining("createdb"),
    });
    const proofs = await backups.proofs();
    expect([proofs?.last.outcome, proofs?.proven?.at]).toEqual(["skipped", hour(11).toISOString()]);
  } finally {
    await administer(server, `drop role ${role}`);
  }
});

test("the nightly job is scheduled, and does nothing if tests are switched off", async () => {
  const worked = new Map<string, () => Promise<void>>();
  const scheduled: string[] = [];
  const jobs = {
    ...shop.jobs,
    work: async (queue: string, act: (payload: never) => Promise<void>) =>
      void worked.set(queue, act as () => Promise<void>),
    schedule: async (queue: string) => void scheduled.push(queue),
  };
  const off = openBackups(source, { folder, isHourly: true, isTested: false });
  await backupJobs({ jobs, backups: off });
  expect(scheduled).toContain("test-backup");
  const before = await backups.proofs();
  await worked.get("test-backup")?.();
  expect(await backups.proofs()).toEqual(before);
});

test("if tests are switched off, Today says once there is an old backup that no backup was tested, why, and which command tests one", async () => {
  const own = join(folder, "of nobody");
  const off = openBackups(source, { folder: own, isHourly: true, isTested: false });
  const today = () => officeAs({ ...shop, backups: off }, memberAs("owner")).text("/");
  await off.makeHourly(new Date());
  expect(await today()).not.toContain("No backup was tested");
  const [made] = await off.list();
  await rename(join(own, made?.name ?? ""), join(own, "iron-mesa-2026-01-01T080000Z.backup"));
  expect(await today()).toMatch(/No backup was tested for too long BACKUP_TEST is off: .* backup --test/);
});

test("a backup that the database refuses makes the test fail; the reason quotes no row", async () => {
  const own = openBackups(source, { folder: join(folder, "refused"), isHourly: true });
  // Inserts a row that the restored table refuses, as if the shop's own database was damaged.
  await shop.asOwner("alter table faqs drop constraint faqs_pkey; insert into faqs select * from faqs limit 1");
  await own.makeHourly(hour(21));
  expect(await own.prove(hour(21))).toMatchObject({
    outcome: "failed",
    words: "The database refuses what is in it: 23505, faqs_pkey.",
  });
  expect((await own.proofs())?.last.outcome).toBe("failed");
  expect(await scratchDatabases()).toEqual([]);
});

test("if the disk has too little space the test is skipped with that reason before anything is written", async () => {
  const own = join(folder, "of a full disk");
  // The file system /proc never has free space.
  const target = { ...source, directory: "/proc" };
  const full = openBackups(target, { folder: own, isHourly: true });
  await full.makeHourly(hour(20));
  // A database left by an interrupted test, which is dropped, and one with a similar name, which is not.
  const others = `${name}_proof_of_concept`;
  for (const each of [`${name}_proof_0123abcd`, others]) await administer(server, `create database ${each}`);
  expect(await full.prove(hour(20))).toMatchObject({
    outcome: "skipped",
    words: expect.stringMatching(/^The disk has 0.0 MB free/),
  });
  expect(await scratchDatabases()).toHaveLength(1);
  await administer(server, `drop database ${others}`);
  const [newest] = await full.list();
  await expect(restoreBackup(target, join(own, newest?.name ?? ""), { replace: true })).rejects.toThrow(
    /0.0 MB free for the database in .proc.* Nothing was changed/,
  );
});
