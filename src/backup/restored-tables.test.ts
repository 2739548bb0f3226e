import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { connect } from "~/platform/database.server";
import { openPostgres } from "~/platform/embedded-postgres.server";
import { readEnv } from "~/platform/env.server";
import { finishLongMigrations, longStatementsOf } from "~/platform/long-migrations.server";
import { migrate, migrateTo } from "~/platform/migrations.server";
import { runShopCommand } from "~/server/commands/shop-commands";
import { namedDrift } from "~/shop/catalog/stock/stock-repair.server";
import { askForChange } from "~/shop/orders/changes/ask-for-change.server";
import { changeById } from "~/shop/orders/changes/open-change.server";
import { settleChange } from "~/shop/orders/changes/settle-change.server";
import { draftOrder } from "~/shop/orders/drafting/draft-order.server";
import { settleOrder } from "~/shop/orders/settling/settle-order.server";
import { sandboxGateway } from "~/shop/payments/sandbox.server";
import { catalogOf } from "~/testing/catalog-of";
import { openOrdersOfLooserRules } from "~/testing/orders-of-looser-rules.server";
import { cards, draftRequestFor, payWith } from "~/testing/riders.server";
import { administer, databaseAddress, databaseAddresses, dropDatabase } from "~/testing/test-database";
import { readSealed, writeSealed } from "./backup-file.server";
import { inspectBackup } from "./inspect-backup.server";
import type { Manifest } from "./manifest";

// A restored shop has the tables of the shop that was backed up, whatever its rows need.

const { shop, db, tee, change, exchange } = await openOrdersOfLooserRules();
const [server, roles, pictures] = [inject("databaseServer"), inject("databaseRoles"), inject("databasePictures")];
const home = await mkdtemp(join(tmpdir(), "restored-tables-"));
const backups = join(home, "backups");
const prefix = `tables_${process.pid}`;
const creator = `${prefix}_creator`;

const { rows: names } = await db.execute<{ name: string }>(sql`select current_database() as name`);
const source = databaseAddresses(server, names[0]?.name ?? "", roles);
const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
const { argv } = process;
afterEach(() => {
  process.argv = argv;
});

/** Runs a command with settings of the environment; returns its exit code, and the text that it printed. */
async function run(settings: Record<string, string>, verb: string, ...words: string[]) {
  process.argv = ["node", "index.js", verb, ...words];
  printed.mockClear();
  const env = readEnv({ BACKUP_DIR: backups, BACKUP_HOURLY: "false", ...settings });
  const code = (await runShopCommand(env, [verb, ...words])) ?? 0;
  return { code, text: printed.mock.calls.map(([line]) => String(line)).join("") };
}

/** Data directory of a shop with the secret key of the backed-up one. */
async function dataDirectory(name: string): Promise<string> {
  const directory = join(home, name);
  await mkdir(directory);
  await cp(join(home, "source", "secret-key"), join(directory, "secret-key"));
  return directory;
}

async function database(name: string, owner: string): Promise<void> {
  await administer(server, `create database ${prefix}_${name} owner ${owner}`);
}

let file = "";
let manifest: Manifest;

beforeAll(async () => {
  // The user of the built-in database's server needs access to the folder.
  await chmod(home, 0o755);
  await mkdir(join(home, "source"));
  await symlink(pictures, join(home, "source", "pictures"));
  await administer(server, `create role ${creator} login createdb password 'secret'`);
  const settings = { DATABASE_URL: source.url, DATABASE_OWNER_URL: source.ownerUrl, DATA_DIR: join(home, "source") };
  await run(settings, "db", "migrate");
  await run(settings, "backup");
  file = join(backups, (await readdir(backups)).find((name) => name.endsWith(".backup")) ?? "");
  manifest = await inspectBackup(file, undefined);
});
afterAll(async () => {
  const made = await administer<{ name: string }>(
    server,
    `select datname as name from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { name } of made) await dropDatabase(server, name);
  await administer(server, `drop role ${creator}`);
  await rm(home, { recursive: true, force: true });
});

/** Number and checksum of the rows of each table that a backup contains. */
async function rowsOf(ownerUrl: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const found: Record<string, unknown> = {};
    for (const { name } of manifest.tables) {
      // Smaller sizes of pictures are not in a backup.
      const row = name === "media" ? "to_jsonb(own) - 'derived_at'" : "to_jsonb(own)";
      const { rows } = await client.query<object>(
        `select count(*)::int, md5(string_agg((${row})::text, chr(10) order by (${row})::text)) as sum from ${name} as own`,
      );
      found[name] = rows[0];
    }
    return found;
  } finally {
    await client.end();
  }
}

/** Expects that a restored shop sells, and that the changes and exchanges that waited for their payment can be paid. */
async function expectToSell(url: string): Promise<void> {
  const { db: there, close } = connect(url, { max: 4 });
  try {
    const moved = { ...shop, db: there, payments: sandboxGateway(there) };
    const { id, clientSecret } = await draftOrder(moved, await draftRequestFor(moved, [[...tee]]));
    await payWith(moved, cards.good, clientSecret);
    expect(await settleOrder(moved, id)).toMatchObject({ number: expect.stringMatching(/^\d{8}$/) });
    for (const waiting of [change, exchange]) {
      const request = await askForChange(moved, waiting.id, "Credit Card");
      await payWith(moved, cards.good, request.clientSecret);
      await settleChange(moved, request.id);
      expect(await changeById(there, waiting.id)).toMatchObject({ state: "applied" });
    }
    expect(await namedDrift(there)).toEqual([]);
  } finally {
    await close();
  }
}

/** Expects that a restored shop has the tables and rows of the backed-up one, and sells. */
async function expectRestored({ url, ownerUrl }: Record<"url" | "ownerUrl", string>): Promise<void> {
  expect(await catalogOf(ownerUrl)).toEqual(await catalogOf(source.ownerUrl));
  expect(await rowsOf(ownerUrl)).toEqual(await rowsOf(source.ownerUrl));
  await expectToSell(url);
}

test("a shop with every kind of order is restored into the built-in database by the commands, and sells [B-81]", async () => {
  const directory = await dataDirectory("built-in");
  expect(await run({ DATA_DIR: directory }, "restore", file)).toMatchObject({ code: 0 });
  expect(await run({ DATA_DIR: directory }, "backup", "--test")).toMatchObject({
    code: 0,
    text: expect.stringContaining("was restored into a second database and dropped again"),
  });
  expect(await run({ DATA_DIR: directory }, "resume")).toMatchObject({ code: 0 });
  const own = await openPostgres(directory, { durable: false });
  await expectRestored(own).finally(() => own.stop());
});

/** Writes a copy of the backup whose manifest notes other long migrations as done. */
async function withLong(name: string, long: string[] | undefined): Promise<string> {
  const content = (await buffer(readSealed(file, undefined))).toString("latin1");
  const at = content.lastIndexOf("\n", content.length - 2) + 1;
  const { manifest: own } = JSON.parse(Buffer.from(content.slice(at), "latin1").toString()) as { manifest: Manifest };
  const { long: _noted, ...schema } = own.schema;
  const last = Buffer.from(
    `${JSON.stringify({ manifest: { ...own, schema: { ...schema, ...(long && { long }) } } })}\n`,
  );
  const changed = join(backups, name);
  const pieces = [Buffer.from(content.slice(0, at), "latin1"), last];
  await writeSealed(changed, pieces.values() as never, undefined);
  return changed;
}

describe("it is restored into a server by DATABASE_URL, and sells [B-81]", () => {
  const address = (name: string) =>
    Object.assign(new URL(databaseAddress(server, `${prefix}_${name}`)), { username: creator, password: "secret" })
      .href;

  test.each<[string, string, () => Promise<string>]>([
    ["as this release backs it up", "beside", async () => file],
    [
      "as a release backed it up that did not note its long migrations",
      "former",
      () => withLong("former.backup", undefined),
    ],
    [
      "if it was backed up before its last long migrations were noted",
      "killed",
      () => withLong("killed.backup", manifest.schema.long?.slice(0, 6)),
    ],
  ])("%s", async (_how, name, made) => {
    await database(name, creator);
    const settings = { DATABASE_URL: address(name), DATA_DIR: await dataDirectory(name) };
    expect(await run(settings, "restore", await made())).toMatchObject({ code: 0 });
    expect(await run(settings, "resume")).toMatchObject({ code: 0 });
    await expectRestored({ url: address(name), ownerUrl: address(name) });
  });

  test("into the database itself, with a role that may not create another", async () => {
    await database("in_place", `shop_owner_${roles}`);
    const target = databaseAddresses(server, `${prefix}_in_place`, roles);
    const settings = {
      DATABASE_URL: target.url,
      DATABASE_OWNER_URL: target.ownerUrl,
      DATA_DIR: await dataDirectory("in-place"),
    };
    expect(await run(settings, "restore", file, "--replace")).toMatchObject({
      code: 0,
      text: expect.stringContaining("may not create databases"),
    });
    expect(await run(settings, "resume")).toMatchObject({ code: 0 });
    await expectRestored(target);
  });
});

test("the tables of each release that brought long migrations can be made with these, and lead to today's", async () => {
  await database("releases", `shop_owner_${roles}`);
  const target = databaseAddresses(server, `${prefix}_releases`, roles);
  let done = 0;
  for (let count = 1; count <= manifest.schema.migrations; count += 1) {
    const { names: released } = await longStatementsOf(count);
    if (released.length === done) continue;
    done = released.length;
    await migrateTo(target, count);
    await finishLongMigrations(target.ownerUrl, { names: released });
  }
  expect(done).toBe(manifest.schema.long?.length);
  await migrate(target);
  expect(await catalogOf(target.ownerUrl)).toEqual(await catalogOf(source.ownerUrl));
});

/** Rules that a migration dropped, but of which no row may need that they are gone, each with the reason. */
const NO_LOOSER = {
  joined_a_state_once: "its table was replaced by one with the same rule",
  refund_of_line_is_not_negative: "replaced by a rule that refuses more",
  called_off_is_within_refund: "replaced by a rule that refuses more",
  menu_links_menu_position_pk: "replaced by a unique constraint of the same columns",
  banners_pkey: "replaced by a unique constraint of the same column",
  subscriptions_id_unique: "replaced by a primary key of the same column",
  subscriptions_pkey:
    "replaced by a unique constraint of the same column, which may be null by the rule of that column",
};

interface FormerRule {
  name: string;
  /** Statement that makes the rule again, under another name. */
  again: string;
}

/** Rules for rows that a migration of either kind dropped, with their last definition before. */
async function formerRules(): Promise<FormerRule[]> {
  const known = new Map<string, string>();
  const dropped: FormerRule[] = [];
  for (const folder of ["migrations", "migrations/long"])
    for (const each of (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted())
      for (const statement of (await readFile(join(folder, each), "utf8")).split("--> statement-breakpoint")) {
        for (const [, table = "", name = ""] of statement.matchAll(
          /ALTER TABLE "(\w+)" DROP CONSTRAINT (?:IF EXISTS )?"(\w+)"/g,
        ))
          dropped.push({ name, again: `alter table ${table} add constraint former_rule ${known.get(name)}` });
        for (const [, table = "", column = ""] of statement.matchAll(
          /ALTER TABLE "(\w+)" ALTER COLUMN "(\w+)" DROP NOT NULL/g,
        ))
          dropped.push({
            name: `${table}.${column}`,
            again: `alter table ${table} alter column ${column} set not null`,
          });
        for (const [, name = ""] of statement.matchAll(/DROP INDEX (?:CONCURRENTLY )?(?:IF EXISTS )?"(\w+)"/g))
          if (known.has(name)) dropped.push({ name, again: `create unique index former_rule ${known.get(name)}` });
        // A rule may go on in lines that are indented by eight blanks.
        for (const [, name = "", rule = ""] of statement.matchAll(/CONSTRAINT "(\w+)" ([A-Z].*(?:\n {8}.*)*)$/gm))
          known.set(name, rule.replace(/[,;]$/, ""));
        for (const [, name = "", rule = ""] of statement.matchAll(
          /CREATE UNIQUE INDEX (?:CONCURRENTLY )?"(\w+)" (ON .*?);?$/gm,
        ))
          known.set(name, rule);
      }
  return dropped;
}

test("the backed-up shop has rows that each rule would refuse that a migration ever loosened", async () => {
  const rules = await formerRules();
  const client = new pg.Client({ connectionString: source.ownerUrl });
  await client.connect();
  try {
    const obeyed: string[] = [];
    for (const { name, again } of rules) {
      await client.query("begin");
      const code = await client.query(again).then(
        () => "",
        (error: pg.DatabaseError) => error.code ?? "",
      );
      // Class 23: the rows violate the rule.
      if (!code.startsWith("23")) obeyed.push(name);
      await client.query("rollback");
    }
    expect(obeyed).toEqual(Object.keys(NO_LOOSER));
    expect(rules.map(({ name }) => name)).toContain("one_order_per_payment");
  } finally {
    await client.end();
  }
});
