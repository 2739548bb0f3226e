import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { connect } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { runLongMigrations } from "~/platform/long-migrations.server";
import { dropAllTables, migrate } from "~/platform/migrations.server";
import { passwordIn, shownAddress } from "~/platform/shown-address";
import { namedDrift, recomputeStock } from "~/shop/catalog/stock/stock-repair.server";
import { compareSums, forgetSums, sumLedger } from "~/shop/figures/sum-ledger.server";
import { releaseStrays, strayReservations } from "~/shop/orders/drafting/stray-reservations.server";
import { openDatabase } from "../open-database";
import { migrateWithBackup } from "../open-services";
import { say } from "./say";

export const DATABASE_USAGE = `Usage: npm run shop -- db <action>
  migrate           brings the database to this program's tables, also what takes long
  reset             removes everything; with --yes also in the database of DATABASE_URL
  stock             compares stock with its movements and reservations; --repair puts them right
  figures           compares the stored sums of figures with the ledger of sales; --repair makes them anew
  shell             psql as the owner of the tables
  generate <name>   writes a migration after a change of tables or of migrations/functions; --custom an empty one
  functions         names SQL functions whose files differ from the migrations; --write takes those of the migrations`;

/** `npm run shop -- db …`: the operator's commands for the database. */
export async function handleDatabase(env: Env): Promise<number | void> {
  const actions = {
    migrate: migrateDatabase,
    reset: resetDatabase,
    stock: checkStock,
    figures: checkFigures,
    shell: openShell,
  };
  const name = process.argv[3] ?? "";
  if (!Object.hasOwn(actions, name)) throw new UnusableEnv(DATABASE_USAGE);
  return actions[name as keyof typeof actions](env);
}

/** `npm run shop -- db migrate`: migrates the database, including long migrations. */
async function migrateDatabase(env: Env): Promise<void> {
  const database = await openDatabase(env);
  try {
    await migrateWithBackup(env, database);
    for (const note of database.notes) say(note);
    await runLongMigrations(database.ownerUrl);
    say("The database is up to date.");
  } finally {
    await database.stop();
  }
}

/** `npm run shop -- db reset`: drops all tables and creates them empty; the next start fills them with the demo shop. */
async function resetDatabase(env: Env): Promise<void> {
  if (env.shopMode === "live") throw new UnusableEnv("SHOP_MODE is live: a live shop's database is not reset.");
  if (env.databaseUrl && !process.argv.includes("--yes"))
    throw new UnusableEnv("This removes everything in the database of DATABASE_URL; add --yes to do it.");
  const database = await openDatabase(env, { alone: true });
  try {
    await dropAllTables(database.ownerUrl);
    await migrate(database);
    say("The database is empty. The next start stocks the demo shop.");
  } finally {
    await database.stop();
  }
}

/**
 * `npm run shop -- db stock`: compares levels of stock with their movements, and reservations with unpaid orders; `--repair`
 * corrects both. Safe while the shop sells. Returns the exit code: 1 while they differ.
 */
async function checkStock(env: Env): Promise<number> {
  const database = await openDatabase(env);
  const { db, close } = connect(database.url, { max: 2, patient: true });
  try {
    if (process.argv.includes("--repair")) {
      // Releases reservations first, because that changes levels and movements alike.
      const released = await releaseStrays(db);
      say(`${released} reservations released, ${await recomputeStock(db)} levels set to the sum of their movements.`);
    }
    const drift = await namedDrift(db);
    const strays = await strayReservations(db);
    for (const { product, size, color, level, sum } of drift)
      say(`Product ${product}, ${size}, ${color}: the level is ${level}, its movements add up to ${sum}.`);
    for (const { reference, quantity } of strays)
      say(`${quantity} pieces are kept for ${reference}, which does not wait for its payment.`);
    const isRight = drift.length + strays.length === 0;
    say(
      isRight
        ? "Every level is the sum of its movements, and nothing is kept for nobody."
        : `${drift.length} levels and ${strays.length} reservations are off; --repair puts right what can be.`,
    );
    return isRight ? 0 : 1;
  } finally {
    await close();
    await database.stop();
  }
}

/**
 * `npm run shop -- db figures`: updates the stored sums of figures from the ledger of sales, and compares them with it;
 * `--repair` computes them anew. Safe while the shop sells. Returns the exit code: 1 while they differ.
 */
async function checkFigures(env: Env): Promise<number> {
  const database = await openDatabase(env);
  const { db, close } = connect(database.url, { max: 2, patient: true });
  try {
    if (process.argv.includes("--repair")) await forgetSums(db);
    await sumLedger(db);
    const { differing, rows } = await compareSums(db);
    say(
      differing === 0
        ? `The stored sums are those of ${rows} rows of the ledger.`
        : `${differing} stored sums differ from the ledger; --repair makes them anew.`,
    );
    return differing === 0 ? 0 : 1;
  } finally {
    await close();
    await database.stop();
  }
}

/** `npm run shop -- db shell`: psql as the database's owner if psql is installed, else a simple prompt. */
async function openShell(env: Env): Promise<void> {
  const database = await openDatabase(env);
  const { ownerUrl } = database;
  try {
    const shown = shownAddress(ownerUrl);
    say(shown);
    // Ctrl-C cancels a query in psql and must not end this process.
    process.on("SIGINT", () => undefined);
    // Other users of the machine can read the arguments of processes, but not their environment.
    const password = passwordIn(ownerUrl);
    const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: password }) };
    const child = spawn("psql", [shown], { stdio: "inherit", env });
    const [missing] = await once(child, "exit").then(
      () => [],
      (error: Error) => [error],
    );
    if (missing) await prompt(ownerUrl);
  } finally {
    await database.stop();
  }
}

async function prompt(url: string): Promise<void> {
  const { pool, close } = connect(url, { max: 1, patient: true });
  const lines = createInterface({ input: process.stdin, output: process.stdout, prompt: "shop=> " });
  let isOpen = true;
  lines.on("close", () => (isOpen = false));
  lines.prompt();
  let statement = "";
  for await (const line of lines) {
    statement += `${line}\n`;
    if (/^\s*(exit|quit|\\q)\s*$/.test(line)) break;
    if (/;\s*$/.test(line)) {
      const answer = await pool.query(statement).then(
        ({ rows, rowCount }) => (rows.length ? table(rows) : `${rowCount ?? 0} rows`),
        (error: Error) => error.message,
      );
      say(answer);
      statement = "";
    }
    if (isOpen) lines.prompt();
  }
  lines.close();
  await close();
}

function table(rows: Record<string, unknown>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const text = (value: unknown) =>
    value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value);
  const cells = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")).join("\n");
}
