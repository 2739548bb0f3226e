/**
 * Kills backups, restores and restore tests with SIGKILL at ten points each, sometimes with their database, of a shop with every
 * kind of row that a rule for rows was ever loosened for. Afterwards the newest backup must pass a restore test, and the shop must be either entirely the old one or entirely the restored one, which does not
 * serve until it is resumed. `npm run torture -- --restore`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, open, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { drawing } from "./drawing.mjs";
import { databaseProcess, killProcess } from "./database-process.mjs";
import { backupOfEveryRow, kindsMissing, quiet, TABLES } from "./every-row.mjs";
import { builtIn } from "./ledger.mjs";
import { askedFor } from "./options.mjs";
import { ShopProcess } from "./shop-process.mjs";

const POINTS = 10;
const { values } = askedFor(process.argv.slice(2));
const draw = drawing(Number(values.seed), "restore");
const started = Date.now();
const home = await mkdtemp(join(tmpdir(), "iron-mesa-restoring-"));
// The operating system user of the database server needs access to the folder.
await chmod(home, 0o755);
const [data, folder] = [join(home, "data"), join(home, "backups")];
await mkdir(data);
const log = await open(join(home, "shop.log"), "a");
const environment = {
  ...process.env,
  NODE_ENV: "production",
  PORT: values.port,
  HOST: "127.0.0.1",
  DATA_DIR: data,
  DATABASE_URL: "",
  BACKUP_DIR: folder,
  BACKUP_HOURLY: "false",
  SMTP_URL: "",
  MAKE_PICTURES: "false",
  DEMO_SAMPLES: "false",
  LOG_LEVEL: "warn",
  DRAIN_SECONDS: "0",
  STRIPE_SECRET_KEY: "",
  NODE_COMPILE_CACHE: "node_modules/.cache/compiled",
};
const complaints = [];
const expect = (isRight, words) => isRight || complaints.push(words);
let running;
process.once("exit", () => running?.kill("SIGKILL"));

say(`seed ${values.seed}: ${POINTS} kills each of a backup, a restore test and a restore`);
const every = await backupOfEveryRow(join(home, "every row"));
await timed("restore", every, "--erasures-unknown");
await timed("resume");
await inShop(async (query) => {
  for (const kind of await kindsMissing(query)) expect(false, `the shop lacks ${kind}`);
  await quiet(async () => (await factsOf(query)).sums);
});
const [{ orders, several }] = await inShop((query) =>
  query(`select (select count(*)::int from orders where paid_at is not null) as orders,
    (select count(*)::int from (select from payments where state = 'received' group by order_number having count(*) > 1) as its) as several`),
);
say(
  `a shop with every kind of row: ${orders} paid orders, ${several} of them with several payments, in ${seconds()} s`,
);
const shops = {};
shops.first = await inShop((query) => marked(query, "First", 0));
const first = await backup();
shops.second = await inShop((query) => marked(query, "Second", 2_000));
const second = await backup();
const files = { first, second };

const backupTakes = await timed("backup");
await killed("backup", backupTakes, async (point) => {
  expect((await wholeNames()).length >= 3, `backups are missing after a backup was killed at point ${point}`);
});
await restoreTest("after killed backups");

const testTakes = await timed("backup", "--test");
await killed(["backup", "--test"], testTakes, async () => undefined);
await restoreTest("after killed tests");
expect(same(await inShop(factsOf), shops.second), "the shop was changed by a restore test that was killed");

let now = "second";
let next = "first";
const restoreTakes = await timed("restore", files[next], "--replace");
[now, next] = [next, now];
await command("resume");
const ends = { old: 0, done: 0 };
await killed(
  () => ["restore", files[next], "--replace"],
  restoreTakes,
  async (point) => {
    const facts = await inShop(factsOf);
    const isDone = same(facts, shops[next]);
    expect(
      isDone || same(facts, shops[now]),
      `after a restore was killed at point ${point} the shop is neither old nor new`,
    );
    expect(
      isDone === facts.isHeld,
      `after a restore was killed at point ${point} the shop is ${isDone ? "not " : ""}held`,
    );
    ends[isDone ? "done" : "old"] += 1;
    if (isDone) await command("resume");
    // A second restore must succeed, whatever the kill left behind.
    expect((await command("restore", files[next], "--replace")) === 0, `the restore after point ${point} failed`);
    expect(same(await inShop(factsOf), shops[next]), `the shop after point ${point} is not the restored one`);
    await command("resume");
    [now, next] = [next, now];
  },
);
const databases = await inShop((query) => query("select datname::text as name from pg_database"));
expect(!databases.some(({ name }) => /_(restoring|proof)_/.test(name)), "databases of killed work are left");

for (const complaint of complaints) say(`WRONG ${complaint}`);
say(`  ${ends.old} restores left the old shop, ${ends.done} the new one`);
await log.close();
if (complaints.length === 0) await rm(home, { recursive: true, force: true });
else say(`The data and the shop's log are kept in ${home}`);
say(
  `${complaints.length === 0 ? "ok" : "FAILED"}: ${3 * POINTS} kills, ${complaints.length} wrongs, ${seconds()} s, seed ${values.seed}`,
);
process.exit(complaints.length === 0 ? 0 : 1);

/** Runs a command several times and kills it at points spread over its duration, every third time together with its database. */
async function killed(words, takes, look) {
  for (let point = 0; point < POINTS; point += 1) {
    const own = typeof words === "function" ? words() : [words].flat();
    const at = (takes * (point + draw.random())) / POINTS;
    const child = begun(own);
    const ended = once(child, "exit");
    await Promise.race([pause(at), ended]);
    const server = point % 3 === 2 ? await databaseProcess(data) : undefined;
    child.kill("SIGKILL");
    if (server) killProcess(server);
    await ended;
    await look(point + 1);
  }
  say(`${POINTS} kills of ${typeof words === "function" ? "restore" : [words].flat().join(" ")} in ${seconds()} s`);
}

/** Runs a command and returns its duration in milliseconds; throws if it fails. */
async function timed(...words) {
  const from = Date.now();
  if ((await command(...words)) !== 0) throw new Error(`${words.join(" ")} failed; see ${join(home, "shop.log")}`);
  return Date.now() - from;
}

function begun(words) {
  running = spawn(process.execPath, ["build/server/index.js", ...words], {
    stdio: ["ignore", log.fd, log.fd],
    env: environment,
  });
  return running;
}

async function command(...words) {
  const [code] = await once(begun(words), "exit");
  return code;
}

async function backup() {
  const before = await wholeNames();
  await timed("backup");
  const made = (await wholeNames()).find((name) => !before.includes(name));
  return join(folder, made ?? "");
}

async function restoreTest(when) {
  expect((await command("backup", "--test")) === 0, `the newest backup is not proven ${when}`);
}

async function wholeNames() {
  return (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".backup"));
}

/** Starts the shop, runs `ask` with its database, and stops the shop. */
async function inShop(ask) {
  const faults = [];
  const shop = new ShopProcess({ name: "only", port: Number(values.port), environment, log, faults });
  await shop.start();
  const client = new pg.Client({ connectionString: builtIn(data) });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await ask(async (text, parameters) => (await client.query(text, parameters)).rows);
  } finally {
    await client.end();
    await shop.end("SIGTERM");
    for (const fault of faults) expect(false, fault);
  }
}

/** Changes a shop's data so that it differs from other shops; returns digests of its tables. */
async function marked(query, name, codes) {
  await query(
    "insert into settings (name, value) values ('shopName', to_jsonb($1::text)) on conflict (name) do update set value = excluded.value",
    [name],
  );
  await query(
    `insert into discount_codes (code, kind, percent) select 'MARK' || n, 'percent', 10 from generate_series(1, $1::int) n`,
    [codes],
  );
  return factsOf(query);
}

async function factsOf(query) {
  const sums = [];
  for (const table of TABLES) {
    const [row] = await query(
      `select count(*)::int as rows, md5(coalesce(string_agg(t::text, chr(10) order by t::text), '')) as sum from ${table} t`,
    );
    sums.push(`${table} ${row.rows} ${row.sum}`);
  }
  const [held] = await query("select exists (select from hold) as is");
  return { sums: sums.join("\n"), isHeld: held.is };
}

function same(one, other) {
  return one.sums === other.sums;
}

function say(line) {
  process.stdout.write(`${line}\n`);
}

function seconds() {
  return Math.round((Date.now() - started) / 1000);
}
