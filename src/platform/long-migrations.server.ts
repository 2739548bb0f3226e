import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { z } from "zod";
import { installJobs } from "./jobs.server";
import { log } from "./log.server";
import { connectAsOwner, journal } from "./migrations.server";
import { isUnreachable } from "./outage.server";

/** Number of the advisory lock of the process that runs long migrations; other processes poll for it. */
const LONG_MIGRATION_LOCK = 4_821_735_003;
const LOOK_EVERY_MS = 500;
const RECONNECT_AFTER_MS = 1_000;
/**
 * Milliseconds between two attempts of a statement that was refused because processes of an older release are connected
 * (`refuse_older_processes`).
 */
const LOOK_FOR_OLDER_MS = 15_000;
const IN_USE = "55006";
/** Milliseconds between two steps, in which the shop's own queries can run. */
const BETWEEN_STEPS_MS = 20;

const BREAKPOINT = "--> statement-breakpoint";
/** Marks a statement that is repeated, each time in its own transaction, until it changes or returns no row. */
const STEPS = /^--> steps\s*\n/;
const CONCURRENT_INDEX = /^create\s+(?:unique\s+)?index\s+concurrently\s+"?(\w+)"?\s+on\s/i;

const FOLDER = "migrations/long";
/** File with what a restore has to know of each long migration. */
const RELEASED = "released.json";
const Released = z.record(
  z.string(),
  z.strictObject({
    /** Newest migration of the release that brought it, so that it can be run on the tables of this and later migrations. */
    after: z.string(),
    /** Numbers of its statements that only remove a rule for rows: a constraint, a unique index or `NOT NULL`. */
    loosens: z.array(z.int().min(1)).optional(),
  }),
);

interface Statement {
  /** Name of the file and number of the statement in it. */
  name: string;
  sql: string;
  digest: string;
}

/**
 * Runs migrations that take long on full tables, outside of transactions, while the shop is in use. Progress is recorded, so that
 * a killed run is continued. Several processes may call it at the same time: one runs the migrations, the others wait. A
 * statement whose result an older release could not read waits until all processes of that release have ended.
 */
export async function runLongMigrations(
  ownerUrl: string,
  { folder = FOLDER, signal = new AbortController().signal } = {},
): Promise<void> {
  const statements = await statementsOf(folder);
  for (;;) {
    try {
      if (statements.length > 0) await runAll(ownerUrl, statements, signal);
      return await installJobs(ownerUrl, { withIndexes: true, signal });
    } catch (error) {
      if (signal.aborted) return;
      const isInUse = error instanceof Error && "code" in error && error.code === IN_USE;
      if (!isInUse && !isUnreachable(error)) throw error;
      if (isInUse) log.info({ reason: error.message }, "a long migration waits for an older release to end");
      await pause(isInUse ? LOOK_FOR_OLDER_MS : RECONNECT_AFTER_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Names of all statements of long migrations, in their order. */
export const longStatements = async (): Promise<string[]> => (await statementsOf(FOLDER)).map(({ name }) => name);

/** Statements of long migrations that came with one of the first `count` migrations, in their order. */
export async function longStatementsOf(count: number): Promise<{ names: string[]; loosening: Statement[] }> {
  const released = Released.parse(JSON.parse(await readFile(join(FOLDER, RELEASED), "utf8")));
  const earlier = new Set((await journal()).slice(0, count).map(({ tag }) => tag));
  const statements = (await statementsOf(FOLDER)).map((own) => ({ ...own, ...releasedAs(released, own) }));
  const known = statements.filter(({ after }) => earlier.has(after));
  return { names: known.map(({ name }) => name), loosening: known.filter(({ loosens }) => loosens) };
}

function releasedAs(released: z.infer<typeof Released>, { name }: Statement): { after: string; loosens: boolean } {
  const [file = "", number] = name.split(".sql ");
  const own = released[file];
  if (!own) throw new Error(`${RELEASED} does not name the long migration ${file}.`);
  return { after: own.after, loosens: own.loosens?.includes(Number(number)) ?? false };
}

/**
 * Runs long migrations to their end in a database that is being restored, which nobody else uses: all, or only those of `names`.
 * Statements of `filled` that fill rows in steps are only noted as done, because the restored rows are filled already.
 */
export async function finishLongMigrations(
  ownerUrl: string,
  { names, filled = [] }: { names?: readonly string[]; filled?: readonly string[] | undefined } = {},
): Promise<void> {
  const statements = (await statementsOf(FOLDER)).filter(({ name }) => names?.includes(name) ?? true);
  await runAll(ownerUrl, statements, new AbortController().signal, new Set(filled));
}

async function statementsOf(folder: string): Promise<Statement[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".sql")).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return files.flatMap((file, index) =>
    (texts[index] ?? "").split(BREAKPOINT).map((part, position) => {
      const sql = part.trim();
      return { name: `${file} ${position + 1}`, sql, digest: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

async function runAll(
  ownerUrl: string,
  statements: Statement[],
  signal: AbortSignal,
  filled: ReadonlySet<string> = new Set(),
): Promise<void> {
  const client = await connectAsOwner(ownerUrl);
  // Ending the connection also ends a running step.
  const stop = () => void client.end().catch(() => undefined);
  signal.addEventListener("abort", stop);
  try {
    // The lock is polled, because a transaction that waits for it would block building an index concurrently.
    while (!(await isOurTurn(client))) await pause(LOOK_EVERY_MS, undefined, { signal });
    await client.query(`create schema if not exists drizzle;
      create table if not exists drizzle.long_migrations
        (name text primary key, digest text not null, done_at timestamptz not null default now())`);
    const { rows } = await client.query<Omit<Statement, "sql">>("select name, digest from drizzle.long_migrations");
    const done = new Map(rows.map(({ name, digest }) => [name, digest]));
    for (const statement of statements) {
      const digest = done.get(statement.name);
      if (digest !== undefined && digest !== statement.digest)
        throw new Error(`The migration ${statement.name} was changed after it had been done.`);
      if (digest === undefined && !(filled.has(statement.name) && STEPS.test(statement.sql)))
        await run(client, statement, signal);
      if (digest === undefined) await noteDone(client, statement);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    await client.end();
  }
}

async function isOurTurn(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>("select pg_try_advisory_lock($1) as ours", [
    LONG_MIGRATION_LOCK,
  ]);
  return rows[0]?.ours === true;
}

const noteDone = (client: pg.Client, { name, digest }: Statement): Promise<unknown> =>
  client.query("insert into drizzle.long_migrations (name, digest) values ($1, $2)", [name, digest]);

async function run(client: pg.Client, { name, sql }: Statement, signal: AbortSignal): Promise<void> {
  const start = Date.now();
  const index = CONCURRENT_INDEX.exec(sql)?.[1];
  if (index) await makeIndex(client, index, sql);
  else if (STEPS.test(sql)) {
    const step = sql.replace(STEPS, "");
    while (await hasWritten(client, step)) await pause(BETWEEN_STEPS_MS, undefined, { signal });
  } else await client.query(sql);
  log.info({ migration: name, milliseconds: Date.now() - start }, "a long migration is done");
}

/**
 * Runs a step; returns whether another one may be needed: it had rows, and wrote some. A step of an earlier release may find rows of
 * today that it never writes, such as a gift card that is in no list, and would find them for ever.
 */
async function hasWritten(client: pg.Client, step: string): Promise<boolean> {
  await client.query("begin");
  try {
    const { rowCount } = await client.query(step);
    const { rows } = await client.query<{ written: boolean }>(
      "select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0) > 0 as written from pg_stat_xact_all_tables",
    );
    await client.query("commit");
    return Boolean(rowCount) && rows[0]?.written === true;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** Builds an index. If an earlier attempt was interrupted, its invalid index is dropped first. */
async function makeIndex(client: pg.Client, name: string, sql: string): Promise<void> {
  const { rows } = await client.query<{ valid: boolean; place: string }>(
    "select indisvalid as valid, indexrelid::regclass as place from pg_index where indexrelid = to_regclass($1)",
    [`public.${name}`],
  );
  if (rows[0]?.valid) return;
  if (rows[0]) await client.query(`drop index concurrently ${rows[0].place}`);
  await client.query(sql);
}
