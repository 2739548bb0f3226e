import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connect, type Database } from "~/platform/database.server";
import { openHold, resumeShop } from "~/platform/shop-hold.server";
import { openJobs } from "~/platform/jobs.server";
import { migrate } from "~/platform/migrations.server";
import { namedDrift } from "~/shop/catalog/stock/stock-repair.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { sandboxGateway } from "~/shop/payments/sandbox.server";
import { allRows } from "~/testing/all-rows.server";
import { openBoughtOrders } from "~/testing/bought-orders.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { administer, databaseAddress, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { UnusableBackup } from "./unusable-backup";
import { openBackups } from "./backups.server";
import { NotRestored } from "./restore-refusals.server";
import { inspectBackup } from "./inspect-backup.server";
import { restoreBackup } from "./restore.server";
import type { RestoreTarget } from "./restore-in-place.server";
import { type Backup, writeBackup } from "./write-backup.server";

const { shop, db, bought, tee } = await openBoughtOrders();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const folder = await mkdtemp(join(tmpdir(), "backup-test-"));
const passphrase = "ride far and come back";
const restored = `restored_${process.pid}`;
const oneRole = `one_role_${process.pid}`;

/** Addresses as of the built-in database: an owner, a role for the shop that owns nothing, and a superuser. */
const builtIn: RestoreTarget = {
  ...databaseAddresses(server, restored, roles),
  adminUrl: server,
  pictures: join(folder, "pictures of the built-in"),
};
/** Addresses as of a database server: one role that owns its database and may create others. */
const address = Object.assign(new URL(databaseAddress(server, oneRole)), {
  username: oneRole,
  password: "secret",
}).href;
const onServer: RestoreTarget = {
  url: address,
  ownerUrl: address,
  adminUrl: databaseAddress(address, "postgres"),
  pictures: join(folder, "pictures of the server"),
};

let ownerUrl = "";
let source = "";
const back = (now?: Date, secret?: string): Promise<Backup> =>
  writeBackup({ ownerUrl, pictures, fingerprints: { secretKey: "abc" } }, folder, {
    passphrase: secret,
    ...(now && { now }),
  });

async function withDatabase<T>(url: string, act: (db: Database) => Promise<T>): Promise<T> {
  const connection = connect(url, { max: 4 });
  return act(connection.db).finally(() => connection.close());
}

const databases = async (): Promise<string[]> =>
  (
    await administer<{ datname: string }>(
      server,
      `select datname from pg_database where datname like '${restored}%' or datname like '${oneRole}%' order by 1`,
    )
  ).map(({ datname }) => datname);

/** All rows that a backup contains, by table and key. */
async function heldRows(from: Database): Promise<Map<string, unknown>> {
  const rows = await allRows(from);
  for (const [key, row] of rows) {
    if (/^(rate_limits|hold|member_(sessions|links|kept_forms|used_challenges)|letter_claims) /.test(key))
      rows.delete(key);
    if (key.startsWith("media ")) rows.set(key, { ...(row as object), derived_at: null });
  }
  return rows;
}

beforeAll(async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
  source = rows[0]?.name ?? "";
  ({ ownerUrl } = databaseAddresses(server, source, roles));
  await administer(server, `create database ${restored} owner shop_owner_${roles}`);
  await administer(server, `create role ${oneRole} login createdb password 'secret'`);
  await administer(server, `create database ${oneRole} owner ${oneRole}`);
});
afterAll(async () => {
  for (const name of await databases()) await dropDatabase(server, name);
  await administer(server, `drop role ${oneRole}`);
  await rm(folder, { recursive: true, force: true });
});

test("a backup made during 50 checkouts shows one moment, and can be restored into both kinds of database [B-81]", async () => {
  const ended = new AbortController();
  const selling = Promise.all(
    Array.from({ length: 5 }, async () => {
      // Stock suffices for 300 checkouts, so that a slow backup does not make the shop sell more.
      for (let sold = 0; sold < 10 || (!ended.signal.aborted && sold < 60); sold += 1) await bought([[...tee]]);
    }),
  );
  const { file, manifest, missing } = await back().finally(() => ended.abort());
  await selling;
  await bought();
  expect(manifest.tables.find(({ name }) => name === "orders")?.rows).toBeLessThan(await db.$count(sql`orders`));
  expect(missing).toEqual([]);

  for (const target of [builtIn, onServer]) {
    const told = await restoreBackup(target, file, { replace: false });
    expect(told.manifest).toEqual(manifest);
    await withDatabase(target.url, async (there) => {
      for (const { name, rows } of manifest.tables)
        expect([name, await there.$count(sql`${sql.identifier(name)}`)]).toEqual([name, rows]);
      expect(await namedDrift(there)).toEqual([]);
      const { rows: torn } = await there.execute(sql`
        select number from orders where state = 'paid' and not sample
          and (select coalesce(sum(quantity), 0) from order_lines where order_number = number) = 0`);
      expect(torn).toEqual([]);
    });
    for (const hash of manifest.media)
      expect(await stat(join(target.pictures, "originals", hash.slice(0, 2), hash))).toBeTruthy();
  }
});

test("a restore recovers every row, the values of sequences and the open jobs; the shop is on hold until it is resumed, then sells [B-81]", async () => {
  const number = await bought();
  const addresses = databaseAddresses(server, source, roles);
  const jobs = await openJobs(addresses.url);
  await db.transaction((tx) => jobs.enqueue(tx, "confirm-order", { number }, { key: number, startAfter: 600 }));
  await jobs.stop();
  const { file, manifest } = await back(new Date("2027-01-01T00:00:00Z"), passphrase);
  expect(manifest.jobs.rows).toBe(1);
  expect((await readFile(file)).includes("jo@example.com")).toBe(false);

  const { kept } = await restoreBackup(builtIn, file, { passphrase, replace: true });
  expect(await databases()).toContain(kept);
  const before = await heldRows(db);
  await withDatabase(builtIn.url, async (there) => {
    expect(await heldRows(there)).toEqual(before);
    const { rows } = await there.execute(sql`select name, data, state from pgboss.job where name = 'confirm-order'`);
    expect(rows).toEqual([{ name: "confirm-order", data: { number }, state: "created" }]);

    const hold = await openHold(there);
    expect(hold.isHeld()).toBe(true);
    expect(hold.snapshotAt).toEqual(new Date(manifest.takenAt));
    expect(await resumeShop(there)).toBe(true);
    await hold.released(new AbortController().signal);
    expect(hold.isHeld()).toBe(false);

    const moved = { ...shop, db: there, payments: sandboxGateway(there) };
    const { id, clientSecret } = await draftOrder(moved, await draftRequestFor(moved, [[...tee]]));
    await payWith(moved, cards.good, clientSecret);
    expect(await settleOrder(moved, id)).toMatchObject({ number: expect.stringMatching(/^\d{8}$/) });
    expect(await namedDrift(there)).toEqual([]);
  });
});

test("a shop with content of its own is replaced only with the option for it, and never while a process uses it", async () => {
  const { file } = await back(new Date("2027-01-02T00:00:00Z"));
  const { name, url } = { name: `begun_${process.pid}`, ...databaseAddresses(server, `begun_${process.pid}`, roles) };
  const begun = { ...builtIn, ...databaseAddresses(server, name, roles) };
  await administer(server, `create database ${name} owner shop_owner_${roles}`);
  try {
    await migrate(begun);
    await administer(begun.ownerUrl, "insert into stocked (started_with) values ('import')");
    await expect(restoreBackup(begun, file)).rejects.toThrow("--replace");
    const connection = connect(url);
    await connection.db.execute(sql`select 1`);
    await expect(restoreBackup(begun, file, { replace: true })).rejects.toThrow(NotRestored);
    const { rows } = await connection.db.execute(sql`select started_with from stocked`);
    expect(rows).toEqual([{ started_with: "import" }]);
    await connection.close();
    await restoreBackup(begun, file, { replace: true });
  } finally {
    for (const { datname } of await administer<{ datname: string }>(
      server,
      `select datname from pg_database where datname like '${name}%'`,
    ))
      await dropDatabase(server, datname);
  }
});

describe("a damaged file is refused before anything is written [B-81]", () => {
  let whole: Buffer = Buffer.alloc(0);
  let sealed: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    whole = await readFile((await back(new Date("2027-01-03T00:00:00Z"))).file);
    sealed = await readFile((await back(new Date("2027-01-04T00:00:00Z"), passphrase)).file);
  });

  async function refused(bytes: Uint8Array, secret?: string): Promise<string> {
    const file = join(folder, "damaged.backup");
    await writeFile(file, bytes);
    const before = await databases();
    const error = await restoreBackup(onServer, file, { passphrase: secret, replace: true }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(UnusableBackup);
    expect(await databases()).toEqual(before);
    return (error as Error).message;
  }

  const flipped = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy[at] = (copy[at] ?? 0) ^ 1;
    return copy;
  };

  test("with a changed byte in any part", async () => {
    const start = whole.indexOf("\n", 19) + 1;
    const places = [0, 18, 25, start - 10, start, start + 3, start + 4, start + 5_000, whole.length - 1];
    for (const at of places) expect(await refused(flipped(whole, at))).toMatch(/damaged|no backup|cut off/);
    for (const at of [start + 4, sealed.length - 1])
      expect(await refused(flipped(sealed, at), passphrase)).toMatch(/damaged|passphrase/);
  });

  test("that is cut off, lengthened or reordered, or is no backup at all", async () => {
    const start = whole.indexOf("\n", 19) + 1;
    for (const end of [0, 10, start - 1, start, start + 2, start + 1_000, whole.length - 1])
      expect(await refused(whole.subarray(0, end))).toMatch(/damaged|no backup|cut off/);
    expect(await refused(Buffer.concat([whole, Buffer.from("more")]))).toContain("damaged");
    expect(await refused(Buffer.from("id,name\n1,Jacket\n"))).toContain("no backup");

    const first = 4 + whole.readUInt32BE(start);
    expect(start + first).toBeLessThan(whole.length);
    expect(await refused(whole.subarray(0, start + first))).toContain("cut off");
    const swapped = Buffer.concat([
      whole.subarray(0, start),
      whole.subarray(start + first),
      whole.subarray(start, start + first),
    ]);
    expect(await refused(swapped)).toContain("damaged");
  });

  test("opened with a wrong passphrase, or without one", async () => {
    expect(await refused(sealed)).toContain("BACKUP_PASSPHRASE");
    expect(await refused(sealed, "another passphrase")).toContain("another one");
  });

  test("with a picture that does not match its hash, when the file is inspected", async () => {
    const elsewhere = join(folder, "elsewhere");
    await mkdir(elsewhere);
    await cp(join(folder, "media"), join(elsewhere, "media"), { recursive: true });
    const file = join(elsewhere, "moved.backup");
    await writeFile(file, whole);
    const { media } = await inspectBackup(file, undefined);
    const picture = join(elsewhere, "media", media[0]?.slice(0, 2) ?? "", media[0] ?? "");
    await writeFile(picture, "other bytes");
    await expect(inspectBackup(file, undefined)).rejects.toThrow(basename(picture));
    expect(dirname(dirname(picture))).toBe(join(elsewhere, "media"));
  });
});

test("a backup that cannot be written leaves no file, and earlier backups stay intact", async () => {
  const { file } = await back(new Date("2027-01-05T00:00:00Z"));
  const before = await readdir(folder);
  await mkdir(join(folder, "iron-mesa-2027-01-06T000000Z.backup.part"));
  await expect(back(new Date("2027-01-06T00:00:00Z"))).rejects.toThrow("cannot be written");
  await rm(join(folder, "iron-mesa-2027-01-06T000000Z.backup.part"), { recursive: true });
  expect(await readdir(folder)).toEqual(before);
  await inspectBackup(file, undefined);
});

test("the shop makes one backup an hour, however often the job runs, and deletes old backups", async () => {
  const hours = join(folder, "hourly");
  const { makeHourly, list } = openBackups(
    { ...databaseAddresses(server, source, roles), adminUrl: server, pictures, fingerprints: { secretKey: "abc" } },
    { folder: hours, isHourly: true },
  );
  expect(await list()).toEqual([]);
  const now = new Date("2027-03-01T10:07:00Z");
  await makeHourly(now);
  await makeHourly(new Date("2027-03-01T10:50:00Z"));
  const [only, ...others] = await list();
  expect(only).toMatchObject({ name: "iron-mesa-2027-03-01T100700Z.backup", at: now });
  expect(others).toEqual([]);
  await inspectBackup(join(hours, only?.name ?? ""), undefined);

  // Two backups of one hour long ago, of which the newer is kept for its month; unfinished files, of which one may still be
  // written; backups of upgrades of PostgreSQL and of restores, 29 and 31 days old; a backup of a migration, which is kept; and
  // files that the program did not make.
  for (const name of [
    "iron-mesa-2026-12-01T080700Z.backup",
    "iron-mesa-2026-12-01T080800Z.backup",
    "iron-mesa-2027-02-01T080700Z.backup.part",
    "iron-mesa-2027-03-01T110600Z.backup.part",
    "before-0060_columns-2027-02-01T080700Z.backup.part",
    "before-postgres-18-2027-01-29T080700Z.backup",
    "before-postgres-18-2027-01-31T080700Z.backup",
    "before-restore-2027-01-29T080700Z.backup",
    "before-restore-2027-01-31T080700Z.backup",
    "before-0060_columns-2027-01-29T080700Z.backup",
    "before-restore-mine.backup",
    "mine.backup",
  ])
    await writeFile(join(hours, name), "");
  await makeHourly(new Date("2027-03-01T11:07:00Z"));
  expect((await readdir(hours)).toSorted()).toEqual([
    "before-0060_columns-2027-01-29T080700Z.backup",
    "before-postgres-18-2027-01-31T080700Z.backup",
    "before-restore-2027-01-31T080700Z.backup",
    "before-restore-mine.backup",
    "iron-mesa-2026-12-01T080800Z.backup",
    "iron-mesa-2027-03-01T100700Z.backup",
    "iron-mesa-2027-03-01T110600Z.backup.part",
    "iron-mesa-2027-03-01T110700Z.backup",
    "media",
    "mine.backup",
  ]);
});
