import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { connect } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { openPostgres } from "~/platform/embedded-postgres.server";
import { openJobs } from "~/platform/jobs.server";
import { migrate } from "~/platform/migrations.server";
import { deleteKeptClusters } from "~/platform/kept-clusters.server";
import { postgresLocation } from "~/platform/postgres-location.server";
import { formerBinaries } from "~/server/commands/upgrade-database-command";
import { catalogOf } from "~/testing/catalog-of";
import { databaseAddress, databaseAddresses } from "~/testing/test-database";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import { upgradeDatabase } from "./upgrade-database.server";
import { writeBackup } from "./write-backup.server";

// The tests upgrade a data folder of PostgreSQL 15 that contains the demo shop.

const OLD = 15;
const home = await mkdtemp(join(tmpdir(), "upgrade-"));
const folder = join(home, "backups");
const pictures = inject("databasePictures");
const template = databaseAddresses(
  databaseAddress(inject("databaseServer"), inject("databaseTemplate")),
  inject("databaseTemplate"),
  inject("databaseRoles"),
);
const options = { pictures, fingerprints: { secretKey: "abc" }, durable: false };
let binaries = "";
let counts: Record<string, number> = {};

type Rows = Record<string, number>;
async function rowsIn(url: string): Promise<Rows> {
  const { db, close } = connect(url, { max: 1 });
  try {
    const { rows } = await db.execute<{ rows: Rows }>(sql`
      select json_build_object('products', (select count(*) from products), 'variants', (select count(*) from variants),
        'movements', (select sum(quantity) from stock_movements), 'payments', (select count(*) from payments), 'jobs', (select count(*) from pgboss.job where name = 'ride'),
        'members', (select count(*) from community_signups), 'held', (select count(*) from hold)) as rows`);
    return rows[0]?.rows ?? {};
  } finally {
    await close();
  }
}

/** Counts rows in the data folder, with the server in `withBinaries` or else with the program's own. */
async function found(withBinaries?: string): Promise<Rows> {
  const database = await openPostgres(home, { durable: false, ...(withBinaries && { binaries: withBinaries }) });
  return rowsIn(database.ownerUrl).finally(() => database.stop());
}

const start = () => openPostgres(home, { durable: false });

async function listing(): Promise<string[]> {
  const cluster = join(home, "postgres", "cluster");
  const names = await readdir(cluster, { recursive: true });
  const stats = await Promise.all(names.map((name) => stat(join(cluster, name))));
  return names.map((name, index) => `${name} ${stats[index]?.size} ${stats[index]?.mtimeMs}`).toSorted();
}

beforeAll(async () => {
  // The folder must be accessible for the user of the database server.
  await chmod(home, 0o755);
  binaries = await formerBinaries(OLD);
  const { file, manifest } = await writeBackup({ ownerUrl: template.ownerUrl, ...options }, folder);
  const old = await openPostgres(home, { durable: false, binaries });
  await loadBackup(old, file, undefined, manifest);
  const { db, close } = connect(old.ownerUrl, { max: 1 });
  await db.execute(
    sql`insert into community_signups (name, email, state) select 'Jo', 'jo@example.com', code from states limit 1`,
  );
  await db.execute(sql`insert into hold (snapshot_at) values (now())`);
  // Two payments of one order, as only a long migration allows.
  await db.execute(sql`
    insert into payments (id, order_number, kind, gateway, method, amount_cents)
      select gen_random_uuid(), '10000001', kind, 'sandbox', 'Klarna', 100 from unnest(array['order', 'change']) as kind`);
  const jobs = await openJobs(old.url);
  await jobs.enqueue(db, "ride", {}, { startAfter: 3600 });
  await jobs.stop();
  await close();
  counts = await rowsIn(old.ownerUrl);
  await old.stop();
});
afterAll(() => rm(home, { recursive: true, force: true }));

/** Upgrades in another process, which kills itself when it reports its n-th step. */
async function upgradeKilledAt(line: number): Promise<void> {
  const program = `
    import { runnerImport } from "vite";
    const alias = { "~": process.cwd() + "/src" };
    const { module } = await runnerImport("/src/backup/upgrade-database.server.ts", { configFile: false, logLevel: "error", resolve: { alias } });
    const { line, binaries, ...options } = JSON.parse(process.argv[1]);
    let said = 0;
    await module.upgradeDatabase({ ...options, binariesOf: async () => binaries,
      say() { if ((said += 1) === line) process.kill(process.pid, "SIGKILL"); } });`;
  const words = JSON.stringify({ line, binaries, dataDirectory: home, folder, ...options });
  const child: ChildProcess = spawn(process.execPath, ["--input-type=module", "-e", program, words], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code, signal] = await once(child, "exit");
  expect([code, signal]).toEqual([null, "SIGKILL"]);
}

test("a start with a data folder of another major version changes nothing and names the command to upgrade [B-84]", async () => {
  expect(counts).toMatchObject({ members: 1, held: 1, jobs: 1, payments: 2 });
  const before = await listing();
  await expect(start()).rejects.toThrow("npm run shop -- upgrade-database");
  expect(await listing()).toEqual(before);
});

test("with too little disk space, or while a process uses the database, the upgrade changes nothing", async () => {
  const before = await listing();
  const upgrade = { dataDirectory: home, folder, ...options, binariesOf: async () => binaries, say: () => undefined };
  const elsewhere = upgradeDatabase({ ...upgrade, room: 1e12 });
  await expect(elsewhere).rejects.toThrow("not enough room");
  expect(await listing()).toEqual(before);

  const old = await openPostgres(home, { durable: false, binaries });
  await expect(upgradeDatabase(upgrade)).rejects.toThrow("uses it");
  await old.stop();
});

describe("an upgrade that is killed leaves the old folder usable [B-84]", () => {
  test.each([
    ["while the old server writes the backup", 2],
    ["while the new server loads it", 3],
    ["while both are compared", 4],
  ])("if it is killed %s", async (_when, line) => {
    await upgradeKilledAt(line);
    await expect(start()).rejects.toThrow("upgrade-database");
    expect(await found(binaries)).toEqual(counts);
  });
});

test("after a kill between the two renames, the next start finishes the upgrade [B-84]", async () => {
  await upgradeKilledAt(5);
  expect(await found()).toEqual(counts);
  expect(await readFile(join(home, "postgres/cluster/PG_VERSION"), "utf8")).toBe("18\n");

  // The old folder still works when it is moved back by hand.
  const root = join(home, "postgres");
  const [kept = ""] = (await readdir(root)).filter((name) => name.startsWith("cluster-of-15-until-"));
  await rm(join(root, "cluster"), { recursive: true });
  await rename(join(root, kept), join(root, "cluster"));
  expect(await found(binaries)).toEqual(counts);
});

test("an upgrade keeps all rows and tables, jobs and the hold, and keeps the old folder for 30 days [B-84]", async () => {
  const said: string[] = [];
  const upgrade = { dataDirectory: home, folder, ...options, say: (line: string) => void said.push(line) };
  expect(await upgradeDatabase({ ...upgrade, binariesOf: formerBinaries })).toBe(true);
  expect(said[0]).toMatch(/From PostgreSQL 15 to 18: .* [GM]B are free/);
  expect(await found()).toEqual(counts);
  expect(await upgradeDatabase({ ...upgrade, binariesOf: formerBinaries })).toBe(false);

  const database = await openPostgres(home, { durable: false });
  const catalog = await catalogOf(database.ownerUrl);
  await migrate(database);
  await database.stop();
  expect(catalog).toEqual(await catalogOf(template.ownerUrl));
  const location = await postgresLocation(home);
  const kept = async () => (await readdir(join(home, "postgres"))).filter((name) => name.startsWith("cluster-of-15"));
  const inDays = (days: number) => new Date(Date.now() + days * DAY);
  await deleteKeptClusters(location, inDays(28));
  expect(await kept()).toHaveLength(1);
  await deleteKeptClusters(location, inDays(31));
  expect(await kept()).toEqual([]);
  const [backup = ""] = (await readdir(folder)).filter((name) => name.startsWith("before-postgres-18-"));
  await inspectBackup(join(folder, backup), undefined);
});
