import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, expect, inject, test, vi } from "vitest";
import { officeAs } from "~/testing/back-office-as.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { memberAs } from "~/testing/members.server";
import { testMember } from "~/testing/sign-in.server";
import { administer, databaseAddresses } from "~/testing/test-database";
import { DAY } from "~/platform/durations";
import { openJobs, recordingJobs } from "~/platform/jobs.server";
import { wholeDate } from "~/shop/shop-time";
import { backupJobs } from "./backup.jobs";
import { openBackups } from "./backups.server";
import type { Proof } from "./proof";
import { keepProof, proofsIn } from "./proofs-in.server";
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
async function damageNewest(own = backups): Promise<void> {
  const [newest] = await own.list();
  const file = join(own.folder, newest?.name ?? "");
  const bytes = await readFile(file);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

/** Gives the backups of a folder times of hours before, so that the next hourly backup is made. */
async function backDate(own: string): Promise<void> {
  for (const file of (await readdir(own)).filter((each) => each.endsWith(".backup")))
    await rename(join(own, file), join(own, `iron-mesa-2026-01-01T${String(moved++).padStart(2, "0")}0000Z.backup`));
}
let moved = 0;

async function asOwner<Row extends object>(statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: addresses.ownerUrl });
  await client.connect();
  return client.query<Row>(statement, values).finally(() => client.end());
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

  const proof = await backups.proveIfDue(hour(1));

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
  expect(await backups.proveIfDue(hour(6))).toBeUndefined();
  expect(await office().text("/system")).toMatch(/Restore test Proven .* 20 orders read/);
  expect(await office().text("/")).not.toContain("could not be restored");
  await damageNewest();
  expect(await backups.proveIfDue(hour(8))).toMatchObject({
    outcome: "failed",
    words: expect.stringContaining("damaged"),
  });
  expect(await office().text("/system")).toMatch(/Restore test Failed .* damaged\. One was last proven/);
  expect(await office().text("/")).toMatch(/A backup could not be restored Tried .* See health/);
  expect(await scratchDatabases()).toEqual([]);

  await backups.makeHourly(hour(9));
  expect(await backups.proveIfDue(hour(9))).toMatchObject({ outcome: "proven" });
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

/** Handlers of the jobs of these backups, which `worked` runs by the queue's name. */
async function jobsOf(own: typeof backups) {
  const handlers = new Map<string, (payload: object) => Promise<void>>();
  const scheduled: string[] = [];
  const { payloads, ...recording } = recordingJobs();
  const jobs = {
    ...recording,
    work: async (queue: string, act: (payload: never) => Promise<void>) =>
      void handlers.set(queue, act as (payload: object) => Promise<void>),
    schedule: async (queue: string) => void scheduled.push(queue),
  };
  await backupJobs({ ...shop, jobs, backups: own });
  const worked = async (queue: string, payload = {}) => handlers.get(queue)?.(payload);
  return { worked, scheduled, payloads };
}

test("the nightly job is scheduled, and does nothing if tests are switched off", async () => {
  const { worked, scheduled, payloads } = await jobsOf(
    openBackups(source, { folder: join(folder, "untested"), isHourly: true, isTested: false }),
  );
  expect(scheduled).toContain("test-backup");
  await worked("make-backup");
  await worked("test-backup");
  expect(await proofsIn(join(folder, "untested"))).toBeUndefined();
  expect(payloads).toEqual([]);
});

test("after a migration of either kind the next hour's backup is tested at once, and those of later hours are not [B-123]", async () => {
  const own = openBackups(source, { folder: join(folder, "changed"), isHourly: true });
  const asked = async () => {
    const { worked, payloads } = await jobsOf(own);
    await worked("make-backup");
    if (payloads.length > 0) await worked("test-backup");
    return payloads.map(({ name: queue }) => queue);
  };
  expect(await asked()).toEqual(["test-backup"]);
  expect((await own.proofs())?.last.outcome).toBe("proven");
  expect(await asked()).toEqual([]);

  const { rows } = await asOwner<{ name: string; digest: string }>(
    "delete from drizzle.long_migrations where name like '0011%' returning name, digest",
  );
  await backDate(own.folder);
  expect(await asked()).toEqual(["test-backup"]);
  await asOwner("insert into drizzle.long_migrations (name, digest) values ($1, $2)", Object.values(rows[0] ?? {}));
  await backDate(own.folder);
  expect(await asked()).toEqual(["test-backup"]);
  expect((await own.proofs())?.last.outcome).toBe("proven");
  expect(await asked()).toEqual([]);
});

test("owners get a letter about a backup that could not be restored, one for each backup [B-123]", async () => {
  const dana = await testMember(shop, "owner", "Dana");
  await testMember(shop, "manager", "Lee");
  const own = openBackups(source, { folder: join(folder, "damaged"), isHourly: true });
  const { worked, payloads } = await jobsOf(own);
  await worked("make-backup");
  await worked("test-backup");
  await damageNewest(own);
  // A successful test of a week ago.
  const proofs = await own.proofs();
  const ago = new Date(Date.now() - 8 * DAY).toISOString();
  await keepProof(own.folder, { ...(proofs?.last as Proof), at: ago });
  await worked("test-backup");
  await worked("test-backup");

  const letters = payloads.filter(({ name: queue }) => queue === "tell-backup-failed");
  expect(letters.map(({ payload }) => payload)).toEqual([expect.objectContaining({ to: dana.email })]);
  await worked("tell-backup-failed", letters[0]?.payload);
  const [newest] = await own.list();
  expect(shop.letters.at(-1)).toMatchObject({ to: dana.email, subject: "A backup could not be restored" });
  const text = shop.letters.at(-1)?.text.replaceAll(/\s+/g, " ");
  expect(text).toContain(`tried to restore ${newest?.name} into a second database`);
  expect(text).toContain("is damaged.");
  expect(text).toContain(`The last test without a fault was on ${wholeDate(ago, shop.settings().timeZone)}.`);
  expect(text).toContain(`${shop.backOfficeAddress}/system`);
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
