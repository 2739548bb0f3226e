import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { emptyDatabase } from "~/testing/empty-database";
import { silencedNetwork } from "~/testing/silenced-network";
import { administer } from "~/testing/test-database";
import { connect, type Connection, isUnreachable, listen, logFault } from "./database.server";
import { openJobs } from "./jobs.server";
import { log } from "./log.server";
import { migrate } from "./migrations.server";

const roles = inject("databaseRoles");
const { name, url, ownerUrl } = emptyDatabase("database");
let connection: Connection;

/** Ends all connections, like an operator or a crash of a server process. */
const cutAll = () =>
  administer(
    inject("databaseServer"),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  ).then(() => undefined);

beforeAll(() => {
  connection = connect(url);
});
afterAll(() => connection.close());

test("the shop's role cannot change or delete rows of append-only tables, nor create or drop tables", async () => {
  const { db } = connection;
  for (const statement of [
    "update order_events set kind = 'paid'",
    "delete from stock_movements",
    "truncate order_lines",
    "delete from orders",
    "drop table messages",
    "alter table messages add column more text",
    "create table mine ()",
    "drop table pgboss.version",
    "update start_clears set condition = 'true'",
    "insert into start_clears values ('members', 0, 'true')",
    "insert into drizzle.__drizzle_migrations (hash) values ('')",
  ])
    await expect(db.execute(sql.raw(statement))).rejects.toMatchObject({ cause: { code: "42501" } });
});

test("a migration revokes privileges that the shop's role should not have, and grants missing ones", async () => {
  await administer(
    ownerUrl,
    `grant update on order_events to shop_${roles}; revoke insert on messages from shop_${roles}`,
  );
  await migrate({ url, ownerUrl });

  const right = (table: string, kind: string) =>
    administer(ownerUrl, `select has_table_privilege('shop_${roles}', '${table}', '${kind}') as has`);
  expect(await right("order_events", "update")).toEqual([{ has: false }]);
  expect(await right("messages", "insert")).toEqual([{ has: true }]);
});

test("connections through a network that swallows everything are closed in time: pool, listener and jobs", async () => {
  const network = await silencedNetwork(url);
  const jobs = await openJobs(network.url, { pollSeconds: 1, runningMs: 1_000 });
  await jobs.work("silenced", async () => undefined);
  const { pool, close } = connect(network.url);
  const listener = await listen(network.url, "silenced", () => undefined);
  await pool.query("select 1");
  const client = await pool.connect();
  network.silence();
  const unanswered = client
    .query("select 1")
    .catch((error: unknown) => String(error))
    .finally(() => client.release(true));

  await Promise.all([close(), listener.close(), jobs.stop()]);
  expect(await unanswered).toMatch(/Connection terminated/);
  network.close();
}, 60_000);

test("connections that were cut are replaced, also during a transaction", async () => {
  const { db } = connection;
  const broken = db.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
    await cutAll();
    await tx.execute(sql`select 1`);
  });
  const error: unknown = await broken.then(
    () => undefined,
    (reason: unknown) => reason,
  );

  expect(isUnreachable(error)).toBe(true);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
});

test("a listener whose connection was cut listens again, and gets an empty message, because messages may have been missed", async () => {
  const heard: string[] = [];
  const ear = await listen(url, "road", (words) => heard.push(words));
  await cutAll();
  await expect.poll(() => heard).toEqual([""]);

  await connection.db.execute(sql`select pg_notify('road', 'open')`);
  await expect.poll(() => heard).toEqual(["", "open"]);
  await ear.close();
});

test("a statement that takes too long and an idle transaction are ended", async () => {
  const { rows } = await connection.db.execute(sql`select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as standstill`);
  expect(rows).toEqual([{ statement: "30s", standstill: "1min" }]);
});

test("an error of the database connection counts as an outage; a failed statement or an error of another connection does not", async () => {
  const refused = connect("postgres://shop@127.0.0.1:1/shop");
  await expect(refused.db.execute(sql`select 1`)).rejects.toSatisfy(isUnreachable);
  await expect(refused.db.transaction((tx) => tx.execute(sql`select 1`))).rejects.toSatisfy(isUnreachable);
  await refused.close();

  await expect(connection.db.execute(sql`select 1 / 0`)).rejects.not.toSatisfy(isUnreachable);
  await expect(fetch("http://127.0.0.1:1")).rejects.not.toSatisfy(isUnreachable);
  expect(isUnreachable(new Error("something else"))).toBe(false);
});

test("of an outage the log has only the first error and the end; errors of other kinds are logged meanwhile", async () => {
  const error = vi.spyOn(log, "error").mockReturnValue(undefined);
  const warn = vi.spyOn(log, "warn").mockReturnValue(undefined);
  const gone = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED", syscall: "connect" });

  for (let time = 0; time < 3; time += 1) logFault(gone, { path: "/" }, "page");
  logFault(new Error("a bug"), { path: "/" }, "page");
  await cutAll();
  await connection.db.execute(sql`select 1`).catch(() => connection.db.execute(sql`select 1`));

  expect(error.mock.calls.map(([, words]) => words)).toEqual(["the database is out of reach", "page"]);
  expect(warn.mock.calls.map(([, words]) => words)).toEqual(["the database answers again"]);
  vi.restoreAllMocks();
});

test("a refused write on a read-only standby counts as an outage, so that it is tried again", async () => {
  const { db, close } = connect(url);
  try {
    const refused = db.transaction(async (tx) => {
      await tx.execute(sql`set transaction read only`);
      await tx.execute(sql`create table never_made ()`);
    });
    await expect(refused).rejects.toSatisfy(isUnreachable);
  } finally {
    await close();
  }
});
