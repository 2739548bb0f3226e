import { cp, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { openBackups } from "~/backup/backups.server";
import { BackupNotWritten } from "~/backup/backup-file.server";
import { connect } from "~/platform/database.server";
import { readEnv } from "~/platform/env.server";
import { openObjectStore, StoreUnavailable } from "~/platform/object-store.server";
import { openOutgoing } from "~/platform/outgoing.server";
import { openFakeS3 } from "~/testing/fake-s3";
import { administer, databaseAddress, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { startFailureWords } from "../start-failure-words";
import { openBackupStore } from "../open-services";
import { runShopCommand } from "./shop-commands";

const { db } = await openTestShop();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const home = await mkdtemp(join(tmpdir(), "backup-store-"));
const { rows: names } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const addresses = databaseAddresses(server, names[0]?.name ?? "", roles);
const source = { ...addresses, adminUrl: server, pictures, fingerprints: { secretKey: "abc" } };

/** Role for the databases of a second machine; it may create databases. */
const role = `store_${process.pid}`;
const elsewhere = Object.assign(new URL(databaseAddress(server, role)), { username: role, password: "secret" }).href;

const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
beforeAll(async () => {
  await administer(server, `create role ${role} login createdb password 'secret'`);
  await administer(server, `create database ${role} owner ${role}`);
});
afterEach(() => {
  process.argv = argv;
});
afterAll(async () => {
  const like = `select datname from pg_database where starts_with(datname, '${role}')`;
  for (const { datname } of await administer<{ datname: string }>(server, like)) await dropDatabase(server, datname);
  await administer(server, `drop role ${role}`);
  await rm(home, { recursive: true, force: true });
});

type Fake = Awaited<ReturnType<typeof openFakeS3>>;

/** Runs a command on a machine; returns its exit code, and the text that it printed. */
async function run(fake: Fake, settings: Record<string, string>, ...words: string[]) {
  process.argv = ["node", "index.js", ...words];
  printed.mockClear();
  const { endpoint, region, accessKeyId, secretAccessKey } = fake.bucket;
  const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const env = readEnv({ S3_ENDPOINT: endpoint, S3_REGION: region, ...keys, ...settings });
  const code = (await runShopCommand(env, words)) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

const filesIn = async (folder: string) => (await readdir(folder)).filter((name) => name.startsWith("shop-"));

test("[B-81] a backup with its pictures is written to a store, tested there, and restored from it on another machine", async () => {
  const fake = await openFakeS3();
  const here = { DATABASE_URL: addresses.url, DATABASE_OWNER_URL: addresses.ownerUrl, DATA_DIR: join(home, "here") };
  await mkdir(join(home, "here"));
  await symlink(pictures, join(home, "here", "pictures"));
  const place = "s3://shop-pictures/kept";
  const asked = `Waiting for ${place} to answer, for up to 30 s.\n`;
  expect(await run(fake, here, "restore", place)).toMatchObject({
    code: 1,
    text: `${asked}There is no backup in ${place}.\n`,
  });

  const { code, text } = await run(fake, here, "backup", `${place}/`);
  expect(code).toBe(0);
  // The first line says what the command waits for, and for how long, before each wait.
  expect(text).toMatch(
    /^Waiting for s3:\S+ to answer, for up to 30 s\.\nWaiting .* the pictures that it lacks, for up to 60 minutes each\.\nWaiting .* the file of [\d.]+ MB, for up to 60 minutes for each part of it\.$/m,
  );
  const [, name = ""] = /^s3:\/\/shop-pictures\/kept\/(iron-mesa-\S+\.backup) holds the shop/m.exec(text) ?? [];
  const hashes = (await db.execute<{ hash: string }>(sql`select hash from media`)).rows.map(({ hash }) => hash);
  expect(hashes.length).toBeGreaterThan(10);
  const keys = hashes.map((hash) => `kept/media/${hash.slice(0, 2)}/${hash}`);
  expect([...fake.objects.keys()].toSorted()).toEqual([`kept/${name}`, "kept/erasures.json", ...keys].toSorted());
  expect(await filesIn(join(home, "here"))).toEqual([]);

  const puts = () => fake.asked.filter((request) => request.startsWith("PUT kept/media/")).length;
  const before = puts();
  await run(fake, here, "backup", place);
  expect(puts()).toBe(before);

  const other = { DATABASE_URL: elsewhere, DATA_DIR: join(home, "other"), BACKUP_PASSPHRASE: "" };
  expect((await run(fake, other, "restore", place)).text).toContain(`  ${place}/${name}\n`);
  expect((await run(fake, other, "restore", `${place}/gone.backup`)).text).toContain("There is no gone.backup");
  // The erasures of a backup can be repeated only with the secret key of the shop that made it.
  expect(await run(fake, other, "restore", `${place}/${name}`)).toMatchObject({
    code: 1,
    text: expect.stringContaining("put data/secret-key of that shop back"),
  });
  await cp(join(home, "here", "secret-key"), join(home, "other", "secret-key"));
  expect(await run(fake, other, "restore", `${place}/${name}`)).toMatchObject({ code: 0 });
  for (const hash of hashes)
    expect(await stat(join(home, "other", "pictures", "originals", hash.slice(0, 2), hash))).toBeTruthy();
  const there = connect(elsewhere, { max: 1 });
  expect(await there.db.$count(sql`products`)).toBe(await db.$count(sql`products`));
  await there.close();
  expect(await run(fake, other, "backup", place, "--test")).toMatchObject({
    code: 0,
    text: expect.stringContaining("was restored into a second database"),
  });
  expect(await filesIn(join(home, "other"))).toEqual([]);
});

test("while the store is down, the command prints that and leaves no file; without the store's keys it prints which are missing", async () => {
  const fake = await openFakeS3();
  const here = { DATABASE_URL: addresses.url, DATABASE_OWNER_URL: addresses.ownerUrl, DATA_DIR: join(home, "here") };
  fake.mood = "down";
  for (const words of [
    ["backup", "s3://shop-pictures/kept"],
    ["restore", "s3://shop-pictures/kept/a.backup"],
  ])
    expect(await run(fake, here, ...words)).toMatchObject({
      code: 1,
      text: expect.stringContaining("The S3 store fails"),
    });
  expect(await filesIn(join(home, "here"))).toEqual([]);
  await expect(run(fake, { ...here, S3_ENDPOINT: "" }, "backup", "s3://shop-pictures/kept")).rejects.toThrow(
    "needs S3_ENDPOINT",
  );
  await expect(run(fake, here, "backup", "s3://Shop Pictures")).rejects.toThrow("no bucket");
  expect(startFailureWords(new StoreUnavailable("The S3 store fails: 503"))).toContain("S3_ENDPOINT cannot be used");
});

test("each hourly backup is copied to the store, later if the store is down; an emptied folder deletes nothing in the store", async () => {
  const fake = await openFakeS3();
  const store = openBackupStore({ ...fake.bucket, prefix: "hourly" });
  const folder = join(home, "hourly");
  const backups = openBackups(source, { folder, isHourly: true, store });
  const files = () => [...fake.objects.keys()].filter((key) => key.endsWith(".backup"));

  const now = new Date("2027-03-01T10:08:00Z");
  // A backup whose name says tomorrow, as if the clock had been a day ahead.
  await mkdir(folder);
  await writeFile(join(folder, "iron-mesa-2027-03-02T090700Z.backup"), "");
  fake.mood = "down";
  await backups.makeHourly(new Date("2027-03-01T10:07:00Z"));
  await expect(backups.copyNewest(now)).rejects.toThrow(StoreUnavailable);
  expect(await backups.list()).toHaveLength(2);
  fake.mood = "well";
  const again = openBackups(source, {
    folder,
    isHourly: true,
    store: openBackupStore({ ...fake.bucket, prefix: "hourly" }),
  });
  await again.copyNewest(now);
  await again.copyNewest(now);
  expect(files()).toEqual(["hourly/iron-mesa-2027-03-01T100700Z.backup"]);
  expect(fake.asked.filter((request) => /^PUT .*backup$/.test(request))).toHaveLength(1);

  await rm(folder, { recursive: true });
  await again.copyNewest(now);
  expect(files()).toHaveLength(1);
  // Two backups of one hour in an earlier month: only the newer one is kept for that month.
  for (const at of ["2026-12-01T080700Z", "2026-12-01T080800Z"])
    fake.objects.set(`hourly/iron-mesa-${at}.backup`, { bytes: Buffer.of(), at: new Date() });
  await again.copyNewest(now);
  expect(files().toSorted()).toEqual([
    "hourly/iron-mesa-2026-12-01T080800Z.backup",
    "hourly/iron-mesa-2027-03-01T100700Z.backup",
  ]);
});

test("[B-82] while the picture store is down, a backup has all rows and names its missing pictures; they are added when the store answers", async () => {
  const fake = await openFakeS3();
  const folder = join(home, "without pictures");
  const cache = join(home, "empty cache");
  const objects = openObjectStore({ ...fake.bucket, prefix: "" }, openOutgoing(), { pause: 0 });
  const isThere = (hash: string) => objects.read(`originals/${hash}`, join(home, "asked"));
  let asked = 0;
  const bring = async (hash: string): Promise<boolean> => {
    asked += 1;
    if (fake.mood === "down") return isThere(hash);
    const shelf = join(cache, "originals", hash.slice(0, 2));
    await mkdir(shelf, { recursive: true });
    await cp(join(pictures, "originals", hash.slice(0, 2), hash), join(shelf, hash));
    return true;
  };
  const remote = { bring, send: async () => undefined };
  const backups = openBackups({ ...source, pictures: cache, remote }, { folder, isHourly: true });
  const hour = new Date("2027-04-01T10:07:00Z");

  fake.mood = "down";
  const words = /The backup is written, but \d+ pictures are not beside it yet: the store of pictures does not answer/;
  await expect(backups.makeHourly(hour)).rejects.toThrow(words);
  expect(asked).toBe(1);
  await expect(backups.makeHourly(hour)).rejects.toThrow(BackupNotWritten);
  expect(await backups.prove(hour)).toMatchObject({
    outcome: "skipped",
    words: expect.stringContaining("does not answer"),
  });

  fake.mood = "well";
  // A backup fails its test if it lacks a picture that the store has.
  expect(await backups.prove(hour)).toMatchObject({
    outcome: "failed",
    words: expect.stringMatching(/pictures do not lie/),
  });
  await backups.makeHourly(hour);
  expect(await backups.list()).toHaveLength(1);
  expect(await backups.prove(hour)).toMatchObject({ outcome: "proven" });
});
