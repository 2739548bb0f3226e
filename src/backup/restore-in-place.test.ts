import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { connect } from "~/platform/database.server";
import { isMigrated, migrate } from "~/platform/migrations.server";
import { RestoreUnfinished } from "~/platform/unfinished-restore.server";
import { startFailureWords } from "~/server/start-failure-words";
import { administer, databaseAddress, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { NotRestored } from "./restore-refusals.server";
import { inspectBackup } from "./inspect-backup.server";
import { restoreBackup } from "./restore.server";
import { writeBackup } from "./write-backup.server";

const [server, roles, template] = [inject("databaseServer"), inject("databaseRoles"), inject("databaseTemplate")];
const home = await mkdtemp(join(tmpdir(), "in-place-"));
const folder = join(home, "backups");
const fingerprints = { secretKey: "abc" };

/** A role that owns its database but may not create others, as on many hosted servers. */
const role = `in_place_${process.pid}`;
const url = Object.assign(new URL(databaseAddress(server, role)), { username: role, password: "secret" }).href;
const target = {
  url,
  ownerUrl: url,
  adminUrl: databaseAddress(url, "postgres"),
  pictures: join(home, "pictures"),
};
/** Path of the backup to restore. */
let stocked = "";

beforeAll(async () => {
  const { ownerUrl } = databaseAddresses(server, template, roles);
  stocked = (await writeBackup({ ownerUrl, pictures: inject("databasePictures"), fingerprints }, folder)).file;
  await administer(server, `create role ${role} login password 'secret'`);
  await administer(server, `create database ${role} owner ${role}`);
  await migrate(target);
  await administer(url, "insert into stocked (started_with) values ('import')");
});
afterAll(async () => {
  await dropDatabase(server, role);
  await administer(server, `drop role ${role}`);
  await rm(home, { recursive: true, force: true });
});

const own = { started: "import", products: 0, held: 0 };
async function shopThere(): Promise<{ started: string | undefined; products: number; held: number }> {
  const { db, close } = connect(url, { max: 1 });
  try {
    const { rows } = await db.execute<{ as: string }>(sql`select started_with as "as" from stocked`);
    const [products, held] = [await db.$count(sql`products`), await db.$count(sql`hold`)];
    return { started: rows[0]?.as, products, held };
  } finally {
    await close();
  }
}

const keptFiles = async () => (await readdir(folder)).filter((name) => name.startsWith("before-restore-"));
const said: string[] = [];
const signed = (text: string) => createHash("sha256").update(text).digest("base64url");
const options = (replace = true) => ({
  replace,
  inPlace: { folder, fingerprints, sign: signed, say: (line: string) => void said.push(line) },
});

test("if the database is in use or belongs to another role, a restore changes nothing", async () => {
  const connection = connect(url, { max: 1 });
  await connection.db.execute(sql`select 1`);
  await expect(restoreBackup(target, stocked, options())).rejects.toThrow(NotRestored);
  await connection.close();
  const isOwnedBy = (owner: string) => administer(server, `alter database ${role} owner to ${owner}`);
  await isOwnedBy(`shop_owner_${roles}`);
  await expect(restoreBackup(target, stocked, options())).rejects.toThrow("Nothing was changed");
  await isOwnedBy(role);
  await expect(restoreBackup(target, stocked, { replace: true })).rejects.toThrow("createdb");
  await expect(restoreBackup(target, stocked, options(false))).rejects.toThrow("--replace");
  expect(await shopThere()).toEqual(own);
});

/** Restores in another process, which kills itself when it reports its n-th step. */
async function killedAt(line: number): Promise<void> {
  const program = `
    import { createHash } from "node:crypto";
    import { runnerImport } from "vite";
    const alias = { "~": process.cwd() + "/src" };
    const { module } = await runnerImport("/src/backup/restore.server.ts", { configFile: false, logLevel: "error", resolve: { alias } });
    const { line, target, file, inPlace } = JSON.parse(process.argv[1]);
    let said = 0;
    const say = () => { if ((said += 1) === line) process.kill(process.pid, "SIGKILL"); };
    const sign = (text) => createHash("sha256").update(text).digest("base64url");
    await module.restoreBackup(target, file, { replace: true, inPlace: { ...inPlace, sign, say } });`;
  const words = JSON.stringify({ line, target, file: stocked, inPlace: { folder, fingerprints } });
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, words], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

test("a restore killed before the database is emptied leaves the shop unchanged", async () => {
  await killedAt(2);
  await migrate(target);
  expect(await shopThere()).toEqual(own);
});

test("after a restore killed later no shop starts; the same command continues it, and the kept backup restores the earlier data [B-81]", async () => {
  const before = await keptFiles();
  await killedAt(3);
  expect(await isMigrated(url)).toBe(false);
  const [kept = ""] = (await keptFiles()).filter((name) => !before.includes(name));
  const start = await migrate(target).catch((error: unknown) => error);
  expect(start).toBeInstanceOf(RestoreUnfinished);
  expect(startFailureWords(start)).toMatch(new RegExp(`restore FILE --replace, or with .*${kept}`));
  await expect(restoreBackup(target, stocked, options(false))).rejects.toThrow(RestoreUnfinished);

  const files = await keptFiles();
  const { manifest } = await restoreBackup(target, stocked, options());
  // A partly loaded shop is not backed up again.
  expect(await keptFiles()).toEqual(files);
  const products = manifest.tables.find(({ name }) => name === "products")?.rows ?? 0;
  expect(products).toBeGreaterThan(10);
  expect(await shopThere()).toEqual({ started: "demo", products, held: 1 });

  await migrate(target);
  said.length = 0;
  // The list of erasures is beside the kept backup, so that it is restored without the option for unknown erasures.
  const erasures = { sign: signed, orUnknown: false };
  await restoreBackup(target, join(folder, kept), { ...options(), erasures });
  expect(said).toContainEqual(
    expect.stringMatching(/If this is cut, .* npm run shop -- restore .*before-restore-.*--replace/),
  );
  expect(await shopThere()).toEqual({ ...own, held: 1 });
  const [newest = ""] = (await keptFiles()).filter((name) => !files.includes(name));
  const { tables } = await inspectBackup(join(folder, newest), undefined);
  expect(tables).toContainEqual({ ...manifest.tables.find(({ name }) => name === "products") });
});
