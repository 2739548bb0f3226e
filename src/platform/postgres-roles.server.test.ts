import { execFile } from "node:child_process";
import { chmod, lchown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type EmbeddedPostgres, openPostgres } from "./embedded-postgres.server";
import { type PostgresLocation, postgresLocation } from "./postgres-location.server";
import { connectTo, shutDown, ensureRunning } from "./postgres-process.server";

let home: string;
let opened: EmbeddedPostgres | undefined;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "iron mesa "));
  await chmod(home, 0o755);
});
afterEach(async () => {
  await opened?.stop();
  opened = undefined;
  await rm(home, { recursive: true, force: true });
});

/** Creates a cluster as an earlier release did: `shop` is the superuser and owns everything. */
async function earlierCluster(): Promise<{ location: PostgresLocation; pid: number }> {
  const location = await postgresLocation(home);
  const initdb = join(location.binaries, "bin", "initdb");
  const words = ["--pgdata", location.cluster, "--username", "shop", "--auth", "trust", "--no-sync"];
  if (location.user) await lchown(home, location.user.uid, location.user.gid);
  await promisify(execFile)(initdb, words, { ...location.user, env: { PATH: process.env.PATH, LC_ALL: "C" } });
  const pid = (await ensureRunning(location, false)) ?? 0;
  const admin = await connectTo(location, "postgres", "shop");
  await admin.query("create database shop").finally(() => admin.end());
  const shop = await connectTo(location, "shop", "shop");
  await shop
    .query(
      `create schema drizzle; create schema pgboss; create type pgboss.job_state as enum ('created');
        create table orders (number serial primary key, email text); insert into orders (email) values ('jo@example.com');
        create table pgboss.job (state pgboss.job_state) partition by list (state); create sequence numbers;
        create view emails as select email from orders;
        create function tell() returns trigger language plpgsql as 'begin return new; end';
        create trigger tell before insert on orders for each row execute function tell()`,
    )
    .finally(() => shop.end());
  return { location, pid };
}

async function ask(url: string | undefined, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client.query(question).then(
    ({ rows }) => client.end().then(() => rows),
    (error: Error) => client.end().then(() => Promise.reject(error)),
  );
}

const FOREIGN = `select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'drizzle', 'pgboss') and relowner <> 'shop_owner'::regrole
  union all select proname from pg_proc where proname = 'tell' and proowner <> 'shop_owner'::regrole
  union all select nspname from pg_namespace where nspname in ('drizzle', 'pgboss') and nspowner <> 'shop_owner'::regrole
  union all select rolname from pg_roles where rolname in ('shop', 'shop_owner') and rolsuper
  union all select rolname from pg_roles where rolname = 'shop_handover'`;

test("a cluster of an earlier release is converted: the owner's role gets everything in it", async () => {
  const { location, pid } = await earlierCluster();
  await shutDown(location, pid);

  opened = await openPostgres(home, { durable: false });

  expect(await ask(opened.ownerUrl, FOREIGN)).toEqual([]);
  expect(await ask(opened.ownerUrl, "insert into orders (email) values ('al@example.com') returning number")).toEqual([
    { number: 2 },
  ]);
  await expect(ask(opened.url, "select * from orders")).rejects.toThrow("permission denied");
});

test("a conversion that was killed is continued by the next start", async () => {
  const { location, pid } = await earlierCluster();
  const admin = await connectTo(location, "postgres", "shop");
  await admin.query("create role shop_handover superuser login").finally(() => admin.end());
  const other = await connectTo(location, "postgres", "shop_handover");
  await other.query("alter role shop rename to postgres").finally(() => other.end());
  process.kill(pid, "SIGKILL");

  opened = await openPostgres(home);
  expect(await ask(opened.ownerUrl, FOREIGN)).toEqual([]);
});

test("a cluster is not converted while a shop of the earlier release uses it", async () => {
  const { location, pid } = await earlierCluster();
  const earlier = await connectTo(location, "postgres", "shop");
  await earlier.query("select pg_advisory_lock(4821735002)");

  await expect(openPostgres(home, { durable: false })).rejects.toThrow("an earlier version of the shop uses it");
  await earlier.end();
  await shutDown(location, pid);
});
