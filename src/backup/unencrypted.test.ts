import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, inject, test, vi } from "vitest";
import { DAY } from "~/platform/durations";
import { readEnv } from "~/platform/env.server";
import { runShopCommand } from "~/server/commands/shop-commands";
import { officeAs } from "~/testing/back-office-as.server";
import { openFakeS3 } from "~/testing/fake-s3";
import { memberAs } from "~/testing/members.server";
import { administer, databaseAddress, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { openTestShop } from "~/testing/test-shop.server";
import { inspectBackup } from "./inspect-backup.server";
import { openBackups } from "./backups.server";
import { sweepMedia } from "./sweep-media.server";

const shop = await openTestShop();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const passphrase = "ride far and come back";
const home = await mkdtemp(join(tmpdir(), "unencrypted-test-"));
const [data, folder] = [join(home, "data"), join(home, "backups")];
const { rows: names } = await shop.db.execute<{ name: string }>(sql`select current_database() as name`);
const addresses = databaseAddresses(server, names[0]?.name ?? "", roles);

/** Role for the database of another machine; it may create databases. */
const role = `unencrypted_${process.pid}`;
const elsewhere = Object.assign(new URL(databaseAddress(server, role)), { username: role, password: "secret" }).href;

const backupsWith = (secret?: string) =>
  openBackups(
    { ...addresses, adminUrl: server, pictures, fingerprints: { secretKey: "abc" } },
    { folder, isHourly: true, passphrase: secret },
  );
const hour = (at: number) => new Date(Date.UTC(2027, 0, 1, at, 7));
/** Path of the backup of an hour. */
const of = (at: number): string => join(folder, `iron-mesa-2027-01-01T${String(at).padStart(2, "0")}0700Z.backup`);

const argv = process.argv;
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
async function run(settings: Record<string, string>, ...words: string[]): Promise<{ code: number; text: string }> {
  process.argv = ["node", "index.js", ...words];
  printed.mockClear();
  const env = readEnv({ DATABASE_URL: elsewhere, DATA_DIR: data, BACKUP_DIR: folder, ...settings });
  const code = (await runShopCommand(env, words)) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

beforeAll(async () => {
  await administer(server, `create role ${role} login createdb password 'secret'`);
  await administer(server, `create database ${role} owner ${role}`);
  await mkdir(data);
  await symlink(pictures, join(data, "pictures"));
  await backupsWith().makeHourly(hour(1));
  await backupsWith(passphrase).makeHourly(hour(2));
  // Backups of the shop whose database the commands use have no list of erasures with its key.
  await rm(join(folder, "erasures.json"), { force: true });
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

test("an unencrypted backup is refused where a passphrase is set, and restored by the option that the refusal names", async () => {
  const set = { BACKUP_PASSPHRASE: passphrase };
  const databases = () => administer(server, `select from pg_database where starts_with(datname, '${role}')`);
  const before = await databases();
  const refused = await run(set, "restore", of(1), "--erasures-unknown");
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("is not encrypted") });
  expect(refused.text).toContain("--unencrypted");
  expect(await databases()).toEqual(before);
  expect(await run(set, "restore", of(1), "--erasures-unknown", "--unencrypted")).toMatchObject({ code: 0 });
  // The option allows an unencrypted file; an encrypted one still opens with its passphrase.
  expect(await run(set, "restore", of(2), "--erasures-unknown", "--unencrypted")).toMatchObject({ code: 0 });
  expect(await run({}, "restore", of(1), "--erasures-unknown")).toMatchObject({ code: 0 });
});

test("what a restore in place keeps of the replaced shop is encrypted, also if the restored backup is not", async () => {
  const own = `${role}_own`;
  await administer(server, `create role ${own} login password 'secret'`);
  await administer(server, `create database ${own} owner ${own}`);
  const url = Object.assign(new URL(databaseAddress(server, own)), { username: own, password: "secret" }).href;
  try {
    const settings = { DATABASE_URL: url, BACKUP_PASSPHRASE: passphrase };
    const words = ["restore", of(1), "--erasures-unknown", "--unencrypted", "--replace"];
    expect(await run(settings, ...words)).toMatchObject({ code: 0 });
    expect(await run(settings, ...words)).toMatchObject({ code: 0 });
    const [kept = ""] = (await readdir(folder)).filter((name) => name.startsWith("before-restore-"));
    await expect(inspectBackup(join(folder, kept), undefined)).rejects.toThrow("is encrypted");
    await inspectBackup(join(folder, kept), passphrase);
    await rm(join(folder, kept));
  } finally {
    await dropDatabase(server, own);
    await administer(server, `drop role ${own}`);
  }
});

test("the weekly test restores an unencrypted backup and marks it, and so do Health and the first owner's page", async () => {
  const backups = backupsWith(passphrase);
  const office = officeAs({ ...shop, backups }, memberAs("owner"));
  expect(await backups.prove(hour(3))).not.toHaveProperty("unencrypted");
  expect(await office.text("/system")).toContain("1 of 2 is not encrypted");
  await rename(of(2), join(home, "aside"));
  expect(await backups.proveIfDue(hour(200))).toMatchObject({ outcome: "proven", unencrypted: true });
  expect(await office.text("/system")).toMatch(/Restore test Proven .* It is not encrypted/);
  expect(await run({ BACKUP_PASSPHRASE: passphrase }, "backup", "--test")).toMatchObject({
    code: 0,
    text: expect.stringContaining("It is not encrypted"),
  });
  const [looked] = await backups.look(1);
  expect(looked).toMatchObject({ problem: "", isUnencrypted: true });
  // Without a passphrase an unencrypted backup is what the operator wants.
  expect((await backupsWith().look(1))[0]).toMatchObject({ problem: "", isUnencrypted: false });
  expect(await backupsWith().prove(hour(201))).not.toHaveProperty("unencrypted");
  expect(await officeAs({ ...shop, backups: backupsWith() }, memberAs("owner")).text("/system")).not.toContain(
    "not encrypted",
  );
  await rename(join(home, "aside"), of(2));
});

test("pictures beside an unencrypted backup are neither swept nor forgotten once a passphrase is set", async () => {
  const media = async () =>
    (await readdir(join(folder, "media"), { recursive: true })).filter((name) => name.length > 30);
  const before = await media();
  expect(before.length).toBeGreaterThan(10);
  await rename(of(2), join(home, "aside"));
  expect(await sweepMedia(folder, passphrase, hour(1_000))).toBe(0);
  expect(await media()).toEqual(before);
  // A picture that no backup needs is still found and deleted.
  const stray = "0123456789abcdef0123456789abcdef";
  await mkdir(join(folder, "media", "01"), { recursive: true });
  await writeFile(join(folder, "media", "01", stray), "");
  expect(await sweepMedia(folder, passphrase, new Date(Date.now() + 3 * DAY))).toBe(1);
  await rename(join(home, "aside"), of(2));
});

test("an unencrypted backup in a store is marked in its list, and restored from it only by the option", async () => {
  const fake = await openFakeS3();
  const { endpoint, region, accessKeyId, secretAccessKey } = fake.bucket;
  const keys = { S3_ENDPOINT: endpoint, S3_REGION: region };
  const place = "s3://shop-pictures/kept";
  const from = `${place}/${basename(of(1))}`;
  const set = { ...keys, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey };
  const secret = { ...set, BACKUP_PASSPHRASE: passphrase };
  for (const at of [1, 2])
    fake.objects.set(`kept/${basename(of(at))}`, { bytes: await readFile(of(at)), at: new Date() });
  const { text } = await run(secret, "restore", place);
  expect(text).toContain(`  ${place}/${basename(of(2))}\n  ${from}, not encrypted\n`);
  expect((await run(set, "restore", place)).text).not.toContain("not encrypted");
  expect(await run(secret, "restore", from, "--replace", "--erasures-unknown")).toMatchObject({
    code: 1,
    text: expect.stringContaining("--unencrypted"),
  });
  expect(await run(secret, "restore", from, "--replace", "--erasures-unknown", "--unencrypted")).toMatchObject({
    code: 0,
  });
});
