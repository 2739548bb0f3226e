import { chmod, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AlreadyRunning, openPostgres } from "./embedded-postgres.server";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "iron mesa "));
  await chmod(home, 0o755);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const open = () => openPostgres(home, { durable: false });

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

const serverOf = async (directory: string) =>
  Number.parseInt(await readFile(join(directory, "postgres/cluster/postmaster.pid"), "utf8"), 10);

test("what the shop stored is there after a restart", async () => {
  const first = await open();
  await ask(first.url, "create table orders (number text)");
  await ask(first.url, "insert into orders values ('RIDE-1')");
  await first.stop();

  const second = await open();
  expect(await ask(second.url, "select * from orders")).toEqual([{ number: "RIDE-1" }]);
  await second.stop();
});

test("nobody but the server's user can reach its socket, and it has no network port", async () => {
  const server = await open();

  expect((await stat(join(home, "postgres"))).mode & 0o777).toBe(0o700);
  expect(await ask(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
  await server.stop();
});

test("a second start on the same data directory hears who has it", async () => {
  const first = await open();
  await first.introduce("http://localhost:3110 (process 7)");

  const second = open();
  await expect(second).rejects.toThrow(AlreadyRunning);
  await expect(second).rejects.toThrow("http://localhost:3110 (process 7)");
  await first.stop();
});

test("a start that comes while another shop is stopping waits for it", async () => {
  const first = await open();
  await first.introduce("stopping");
  const second = open();
  await first.stop();

  const next = await second;
  expect(await ask(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await next.stop();
});

test("two starts at the same moment: one has the data directory", async () => {
  const starts = await Promise.allSettled([open(), open()]);

  const owners = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  expect(owners).toHaveLength(1);
  await owners[0]?.stop();
});

test("a guest uses the running server and leaves it running", async () => {
  const owner = await open();
  const guest = await openPostgres(home, { durable: false, as: "guest" });
  await guest.stop();

  expect(await ask(owner.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await owner.stop();
});

test("stopping stops the server", async () => {
  const server = await open();
  const pid = await serverOf(home);
  await server.stop();

  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("a shop that was killed leaves its server to the next start", async () => {
  const killed = await open();
  const pid = await serverOf(home);
  await ask(killed.url, "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'");

  const next = await open();
  expect(await serverOf(home)).toBe(pid);
  await next.stop();
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
});

test("what was committed survives a killed server", async () => {
  const first = await openPostgres(home);
  await ask(first.url, "create table orders as select 'RIDE-1' as number");
  process.kill(await serverOf(home), "SIGKILL");

  const second = await openPostgres(home);
  expect(await ask(second.url, "select * from orders")).toEqual([{ number: "RIDE-1" }]);
  await second.stop();
});

test("a left-over process number that now belongs to another program does not stop the start", async () => {
  const first = await open();
  await first.stop();
  await writeFile(join(home, "postgres/cluster/postmaster.pid"), `${process.ppid}\n`);

  const second = await open();
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  await second.stop();
});
