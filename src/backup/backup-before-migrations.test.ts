import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { type DatabaseAddresses, journal, migrate, migrateTo } from "~/platform/migrations.server";
import { administer, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { backUpBeforeMigrations } from "./backup-before-migrations.server";
import { BackupNotWritten } from "./backup-file.server";
import { inspectBackup } from "./inspect-backup.server";

const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const home = await mkdtemp(join(tmpdir(), "before-migrations-"));
const known = (await journal()).slice(0, -3);
const next = (await journal())[known.length]?.tag ?? "";

const name = `before_migrations_${process.pid}`;
const addresses: DatabaseAddresses = databaseAddresses(server, name, roles);
let folder: string;
let made = 0;
beforeEach(async () => {
  await dropDatabase(server, name);
  await administer(server, `create database ${name} owner shop_owner_${roles}`);
  folder = join(home, `backups ${(made += 1)}`);
});
afterAll(async () => {
  await dropDatabase(server, name);
  await rm(home, { recursive: true, force: true });
});

const source = { ownerUrl: addresses.ownerUrl, pictures, fingerprints: { secretKey: "abc" } };
const before = (isBuiltIn = true, now?: Date) =>
  backUpBeforeMigrations(source, { folder, isBuiltIn, ...(now && { now }) });
const done = async (): Promise<number> =>
  (await administer<{ count: number }>(source.ownerUrl, "select count(*)::int from drizzle.__drizzle_migrations"))[0]
    ?.count ?? 0;

/** Creates a shop with the tables of an earlier release. */
async function earlierShop(): Promise<void> {
  await migrateTo(addresses, known.length);
  await administer(source.ownerUrl, "insert into stocked (started_with) values ('import')");
}

test("a shop is backed up with its earlier tables before migrations, once even if several processes start", async () => {
  await earlierShop();
  const lines: (string | undefined)[] = [];
  const start = () => migrate(addresses, { before: async () => void lines.push(await before()) });
  await Promise.all([start(), start()]);

  expect(await done()).toBe(known.length + 3);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".backup"));
  expect(files).toEqual([expect.stringContaining(`before-${next}-`)]);
  expect(lines.filter(Boolean)).toEqual([
    `3 migrations changed the database; it is kept as it was in ${join(folder, files[0] ?? "")}`,
  ]);
  const { schema, tables } = await inspectBackup(join(folder, files[0] ?? ""), undefined);
  expect(schema.migrations).toBe(known.length);
  expect(tables).toContainEqual(expect.objectContaining({ name: "stocked", rows: 1 }));
});

test("a new database, an up-to-date one, and one without a shop are not backed up", async () => {
  expect(await before()).toBeUndefined();
  await migrateTo(addresses, known.length);
  expect(await before()).toBeUndefined();
  await migrate(addresses);
  await administer(source.ownerUrl, "insert into stocked (started_with) values ('import')");
  expect(await before()).toBeUndefined();
  expect(await readdir(folder).catch(() => "none")).toBe("none");
});

test("the database of a server is migrated without a backup, with one line that names the command to make one", async () => {
  await earlierShop();
  expect(await before(false)).toContain("npm run shop -- backup");
  expect(await readdir(folder).catch(() => "none")).toBe("none");
});

test("pictures in a remote store are not copied into this backup: the shop starts even if that store is down", async () => {
  await earlierShop();
  const hash = "0123456789abcdef0123456789abcdef";
  await administer(
    source.ownerUrl,
    `insert into media (hash, type, width, height, bytes) values ('${hash}', 'image/webp', 1, 1, 1)`,
  );
  const down = async () => Promise.reject(new Error("The picture store fails"));
  const line = await backUpBeforeMigrations(
    { ...source, remote: { bring: down, send: down } },
    { folder, isBuiltIn: true },
  );
  expect(line).toContain(`before-${next}`);
});

test("if the backup cannot be written, no migration is run", async () => {
  await earlierShop();
  await writeFile(folder, "a file where the folder should be");
  const start = migrate(addresses, { before: async () => void (await before()) });
  await expect(start).rejects.toThrow(BackupNotWritten);
  expect(await done()).toBe(known.length);
});

test("the ten newest backups before migrations are kept, and other backups are not deleted", async () => {
  await earlierShop();
  await mkdir(folder);
  const old = (day: number) => `before-0007_last-2026-01-${10 + day}T000000Z.backup`;
  for (let day = 0; day < 11; day += 1) await writeFile(join(folder, old(day)), "");
  await writeFile(join(folder, "iron-mesa-2020-01-01T000000Z.backup"), "");
  await before(true, new Date("2027-01-01T00:00:00Z"));
  const left = (await readdir(folder)).filter((file) => file.endsWith(".backup"));
  expect(left).toHaveLength(11);
  expect(left).toContain(`before-${next}-2027-01-01T000000Z.backup`);
  expect(left).toContain("iron-mesa-2020-01-01T000000Z.backup");
  expect(left).not.toContain(old(1));
  expect(left).toContain(old(2));
});
