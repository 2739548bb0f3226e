import { sql } from "drizzle-orm";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { eventually } from "~/testing/eventually";
import { emptyDatabase } from "~/testing/empty-database";
import { administer } from "~/testing/test-database";
import { connect, type Connection } from "./database.server";
import { logLines } from "~/testing/log-lines.server";
import { currentRequestId, withRequestId } from "./request-id.server";
import { jobReference, type Jobs, NothingLeftToDo, openJobs } from "./jobs.server";

const { name, url } = emptyDatabase("jobs");
let connection: Connection;
let jobs: Jobs;

beforeAll(async () => {
  connection = connect(url);
  jobs = await openJobs(url);
});
afterAll(async () => {
  await jobs.stop();
  await connection.close();
});

/** Registers a handler for a queue; `next()` resolves with the payload of the next job. */
async function worked(queue: string, by = jobs) {
  const done: object[] = [];
  let arrived = Promise.withResolvers<void>();
  await by.work<object>(queue, async (payload) => {
    done.push(payload);
    arrived.resolve();
  });
  return async function next(): Promise<object | undefined> {
    if (done.length === 0) await arrived.promise;
    arrived = Promise.withResolvers<void>();
    return done.shift();
  };
}

test("a job enqueued in a transaction runs as soon as that is committed, without polling", async () => {
  const waiting = await openJobs(url, { pollSeconds: 3_600 });
  onTestFinished(() => waiting.stop());
  const next = await worked("confirm-order", waiting);

  await connection.db.transaction((tx) => jobs.enqueue(tx, "confirm-order", { number: "1" }));

  expect(await next()).toEqual({ number: "1" });
});

test("a job for a later time runs at that time, although its own queue is polled only once a minute", async () => {
  const punctual = await openJobs(url, { pollSeconds: 0.5 });
  onTestFinished(() => punctual.stop());
  const next = await worked("remind", punctual);

  await jobs.enqueue(connection.db, "remind", { number: "1" }, { startAfter: 2 });

  expect(await next()).toEqual({ number: "1" });
}, 40_000);

test("a job whose subject does not exist any more ends and is not retried", async () => {
  const tried = Promise.withResolvers<void>();
  await jobs.work("tell-shipped", async () => {
    tried.resolve();
    throw new NothingLeftToDo("It was cleared.");
  });
  await jobs.enqueue(connection.db, "tell-shipped", { parcelId: 1 });
  await tried.promise;
  await eventually(async () => {
    const { rows } = await connection.db.execute(
      sql`select state, retry_count from pgboss.job where name = 'tell-shipped'`,
    );
    expect(rows).toEqual([{ state: "completed", retry_count: 0 }]);
  });
});

test("a job of a rolled-back transaction never runs", async () => {
  const next = await worked("send-refund");
  const { db } = connection;

  const failed = db.transaction(async (tx) => {
    await jobs.enqueue(tx, "send-refund", { number: "rolled back" });
    throw new Error("no");
  });
  await expect(failed).rejects.toThrow("no");
  await jobs.enqueue(db, "send-refund", { number: "kept" });

  expect(await next()).toEqual({ number: "kept" });
});

describe("a job that a caller's own statement enqueues", () => {
  const asked = (name: string, key: string, startAfter?: number) => ({
    name,
    key,
    payload: { key },
    ...(startAfter !== undefined && { startAfter }),
  });
  const enqueue = (by: Jobs, ...wanted: ReturnType<typeof asked>[]) =>
    by.enqueueWith(wanted, async (rows) => {
      await connection.db.execute(sql`select enqueue_jobs(${rows})`);
      return true;
    });

  test("is stored exactly as pg-boss does it, whether it starts at once or later", async () => {
    const { db } = connection;
    for (const startAfter of [undefined, 90]) {
      const { payload, name: queue } = asked(`rows-${startAfter}`, "");
      await jobs.enqueue(db, queue, payload, { key: "sent", ...(startAfter && { startAfter }) });
      await enqueue(jobs, { ...asked(queue, "written", startAfter), payload });
      const { rows } = await db.execute(sql`
        select to_jsonb(job) - '{id,created_on,start_after,keep_until}'::text[] as columns,
          round(extract(epoch from start_after - created_on)) as waits, keep_until - start_after as kept
        from pgboss.job where name = ${queue}`);
      expect(rows).toHaveLength(2);
      expect(rows[1]).toEqual(rows[0]);
    }
  });

  test("wakes its worker, and only once for its key", async () => {
    const waiting = await openJobs(url, { pollSeconds: 3_600 });
    onTestFinished(() => waiting.stop());
    const next = await worked("beside-its-cause", waiting);
    await enqueue(waiting, asked("beside-its-cause", "one"));
    expect(await next()).toEqual({ key: "one" });
    await enqueue(waiting, asked("beside-its-cause", "one"), asked("beside-its-cause", "two"));
    expect(await next()).toEqual({ key: "two" });
  });

  test("can be withdrawn while it waits, but not once it is running", async () => {
    const { db } = connection;
    await enqueue(
      jobs,
      asked("withdrawn", "waits", 60),
      asked("withdrawn", "works", 60),
      asked("withdrawn", "other", 60),
    );
    const [waits, works] = ["waits", "works"].map((key) => jobReference("withdrawn", key));
    await db.execute(sql`update pgboss.job set state = 'active' where id = ${works?.id}`);
    await db.execute(sql`select withdraw_jobs(${JSON.stringify([waits, works])})`);
    const { rows } = await db.execute(
      sql`select data->>'key' as key from pgboss.job where name = 'withdrawn' order by 1`,
    );
    expect(rows).toEqual([{ key: "other" }, { key: "works" }]);
  });
});

test("a job with the same key is enqueued only once, even after it has run", async () => {
  const next = await worked("welcome");
  const { db } = connection;

  await jobs.enqueue(db, "welcome", { round: 1 }, { key: "rider@example.com" });
  expect(await next()).toEqual({ round: 1 });
  await jobs.enqueue(db, "welcome", { round: 2 }, { key: "rider@example.com" });
  await jobs.enqueue(db, "welcome", { round: 3 }, { key: "other@example.com" });

  expect(await next()).toEqual({ round: 3 });
});

test("a job that throws is retried later, and the other jobs of its batch are done", async () => {
  const { db } = connection;
  const outcomes: string[] = [];
  await jobs.enqueue(db, "fragile", { say: "broken" });
  await jobs.enqueue(db, "fragile", { say: "whole" });
  const both = Promise.withResolvers<void>();

  await jobs.work<{ say: string }>("fragile", async ({ say }) => {
    outcomes.push(say);
    if (outcomes.length === 2) both.resolve();
    if (say === "broken") throw new Error("not now");
  });
  await both.promise;

  await expect
    .poll(async () => (await connection.pool.query("select state from pgboss.job where name = 'fragile'")).rows)
    .toEqual(expect.arrayContaining([{ state: "retry" }, { state: "completed" }]));
});

test("a job whose process was killed a minute ago is retried, long before its timeout", async () => {
  const { db, pool } = connection;
  await jobs.enqueue(db, "orphan", {});
  await pool.query(`update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
    heartbeat_on = now() - interval '1 minute' where name = 'orphan'`);

  const watcher = new PgBoss({ connectionString: url, migrate: false, supervise: false, schedule: false });
  await watcher.start();
  await watcher.supervise("orphan");
  await watcher.stop();

  const { rows } = await pool.query("select state from pgboss.job where name = 'orphan'");
  expect(rows).toEqual([{ state: "retry" }]);
});

test("jobs run again after all connections to the database were cut", async () => {
  const next = await worked("after-an-outage");
  await administer(
    inject("databaseServer"),
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
  );

  // The pool may return a connection that the server has just closed.
  const ask = () => jobs.enqueue(connection.db, "after-an-outage", { still: "here" }, { key: "once" });
  await expect
    .poll(() =>
      ask().then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await next()).toEqual({ still: "here" });
});

/** Cuts all connections to the database and refuses new ones; the returned function ends the outage. */
async function outage(): Promise<() => Promise<void>> {
  const server = inject("databaseServer");
  await administer(server, `alter database ${name} connection limit 0`);
  await administer(server, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  return async () => void (await administer(server, `alter database ${name} connection limit -1`));
}

test("a queue first used during an outage accepts jobs afterwards, and its handler starts without a restart", async () => {
  const endOutage = await outage();
  const refused = jobs.enqueue(connection.db, "asked-in-an-outage", {}).then(
    () => false,
    () => true,
  );
  const working = worked("asked-in-an-outage");
  const scheduled = jobs.schedule("scheduled-in-an-outage", "* * * * *");
  expect(await refused).toBe(true);
  await endOutage();

  await expect
    .poll(() =>
      jobs.enqueue(connection.db, "asked-in-an-outage", { after: "it" }, { key: "once" }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  const next = await working;
  await scheduled;
  expect(await next()).toEqual({ after: "it" });
  const schedules = async () => (await connection.pool.query("select name from pgboss.schedule")).rows;
  expect(await schedules()).toEqual([{ name: "scheduled-in-an-outage" }]);
  await jobs.endSchedule("scheduled-in-an-outage");
  expect(await schedules()).toEqual([]);
});

test("log lines of a job contain the id of the request that enqueued it, and the payload is unchanged", async () => {
  const lines = logLines();
  const seen: unknown[] = [];
  await jobs.work("tell-new-order", async (payload) => {
    seen.push([payload, currentRequestId()]);
    throw new Error("the printer is out of paper");
  });

  await withRequestId("request-one", () => jobs.enqueue(connection.db, "tell-new-order", { number: "1" }));
  await eventually(() => expect(lines.join("")).toContain("out of paper"));

  expect(seen).toEqual([[{ number: "1" }, "request-one"]]);
  expect(JSON.parse(lines.find((line) => line.includes("out of paper")) ?? "{}")).toMatchObject({
    request: "request-one",
    job: "tell-new-order",
  });
});
