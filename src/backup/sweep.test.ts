import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, inject, test } from "vitest";
import { DAY } from "~/platform/durations";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { openBackups } from "./backups.server";
import { dropKept, keptName } from "./replaced-databases.server";
import { inspectBackup } from "./inspect-backup.server";
import { writeBackup } from "./write-backup.server";

const { db } = await openTestShop();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const folder = await mkdtemp(join(tmpdir(), "sweep-test-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { rows } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const name = rows[0]?.name ?? "";
const source = {
  ...databaseAddresses(server, name, roles),
  adminUrl: server,
  pictures,
  fingerprints: { secretKey: "abc" },
};
const { makeHourly, sweep, list } = openBackups(source, { folder, isHourly: true });
const now = new Date();
const unnamed = "0123456789abcdef0123456789abcdef";
const unnamedFile = join(folder, "media", unnamed.slice(0, 2), unnamed);
const picturesBeside = async () =>
  (await readdir(join(folder, "media"), { recursive: true })).filter((file) => file.length > 30);

async function putUnnamed(daysAgo: number): Promise<void> {
  await mkdir(join(folder, "media", unnamed.slice(0, 2)), { recursive: true });
  await writeFile(unnamedFile, "a picture of long ago");
  const at = new Date(now.getTime() - daysAgo * DAY);
  await utimes(unnamedFile, at, at);
}

test("pictures that no backup needs are deleted after two days; while a backup is unreadable or being written, none is deleted", async () => {
  await makeHourly(now);
  const before = await picturesBeside();
  await putUnnamed(1);
  await sweep(now);
  expect(await picturesBeside()).toHaveLength(before.length + 1);

  await putUnnamed(3);
  for (const blocked of ["theirs.backup", "iron-mesa-2027-01-01T000000Z.backup.part"]) {
    await writeFile(join(folder, blocked), "not a backup of this program");
    await sweep(now);
    expect(await picturesBeside()).toHaveLength(before.length + 1);
    await rm(join(folder, blocked));
  }
  await sweep(now);
  expect((await picturesBeside()).toSorted()).toEqual(before.toSorted());
  const [newest] = await list();
  await inspectBackup(join(folder, newest?.name ?? ""), undefined);
});

test("a replaced database that a restore kept is dropped after 30 days; younger ones and other databases are not dropped", async () => {
  const kept = [31, 29].map((days) => keptName(name, new Date(now.getTime() - days * DAY)));
  const foreign = `${name}_before_christmas`;
  for (const database of [...kept, foreign])
    await administer(server, `create database ${database} owner shop_owner_${roles}`);
  try {
    expect(await dropKept(source, now)).toEqual([kept[0]]);
    const left = await administer<{ name: string }>(
      server,
      `select datname as name from pg_database where starts_with(datname, '${name}_before_') order by 1`,
    );
    expect(left.map((row) => row.name)).toEqual([kept[1], foreign].toSorted());
  } finally {
    for (const database of [...kept, foreign]) await dropDatabase(server, database);
  }
});

test("when the disk is full during a backup, the error says so; earlier backups stay intact, and the next backup succeeds once there is space", async () => {
  const at = new Date("2027-02-01T00:00:00Z");
  const part = join(folder, "iron-mesa-2027-02-01T000000Z.backup.part");
  const before = await readdir(folder);
  // Each write to this file fails as on a full disk.
  await symlink("/dev/full", part);
  await expect(writeBackup(source, folder, { now: at })).rejects.toThrow(
    /There is no room for .* older backups are still whole/,
  );
  expect(await readdir(folder)).toEqual(before);
  const [earlier] = await list();
  await inspectBackup(join(folder, earlier?.name ?? ""), undefined);
  const { file } = await writeBackup(source, folder, { now: at });
  await inspectBackup(file, undefined);
});
