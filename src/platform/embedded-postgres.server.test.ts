import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { AlreadyRunning, type EmbeddedPostgres, openPostgres } from "./embedded-postgres.server";

let home: string;
const opened: EmbeddedPostgres[] = [];
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "iron mesa "));
  await chmod(home, 0o755);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.stop()));
  // Retries: processes of a killed server may still write until they notice.
  await rm(home, { recursive: true, force: true, maxRetries: 20 });
});

async function open(options: Parameters<typeof openPostgres>[1] = {}): Promise<EmbeddedPostgres> {
  const database = await openPostgres(home, { durable: false, ...options });
  opened.push(database);
  return database;
}

async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(question)).rows;
  } finally {
    await client.end();
  }
}

const serverPid = async () =>
  Number.parseInt(await readFile(join(home, "postgres/cluster/postmaster.pid"), "utf8"), 10);
/** Whether a server runs; a server that was stopped properly removes its pid file. */
const isRunning = async (): Promise<boolean> => Number.isInteger(await serverPid().catch(() => undefined));

/** Pid, parent and command of each running process; processes that end meanwhile are left out. */
async function processes(): Promise<{ pid: number; parent: number; command: string }[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, "utf8").catch(() => undefined);
      const [command, stat] = [await read("cmdline"), await read("stat")];
      // The program's name is in parentheses and may contain spaces.
      const parent = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
      return command === undefined || stat === undefined ? [] : [{ pid: Number(pid), parent, command }];
    }),
  );
  return found.flat();
}

/**
 * Pids of the servers on this data directory, found by their command. A process that a server has just forked has the server's
 * command until it sets its own, so that processes whose parent is a server are left out.
 */
async function postmasters(): Promise<number[]> {
  const command = `postgres\0-D\0${join(home, "postgres/cluster")}\0`;
  const named = (await processes()).filter((each) => each.command.includes(command));
  return named.filter(({ parent }) => !named.some(({ pid }) => pid === parent)).map(({ pid }) => pid);
}

/** Another process that uses the same data directory until it is killed. */
async function otherProcess(): Promise<ChildProcess> {
  const words = `import { runnerImport } from "vite";
    const { module } = await runnerImport("/src/platform/embedded-postgres.server.ts", { configFile: false, logLevel: "error" });
    await module.openPostgres(process.argv[1], { durable: false });
    process.stdout.write("open");`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", words, home], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (child.stdout) await once(child.stdout, "data");
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

test("stored rows are still there after a restart", async () => {
  const first = await open();
  await ask(first.ownerUrl, "create table orders (number text)");
  await ask(first.ownerUrl, "insert into orders values ('RIDE-1')");
  await first.stop();

  const second = await open();
  expect(await ask(second.ownerUrl, "select * from orders")).toEqual([{ number: "RIDE-1" }]);
});

test("only the server's user can reach its socket, and it has no network port", async () => {
  const server = await open();

  expect((await stat(join(home, "postgres"))).mode & 0o777).toBe(0o700);
  expect(await ask(server.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
});

test("the shop's role and the owner's role are no superusers, and the shop's role owns nothing", async () => {
  const { url, ownerUrl } = await open();
  const rights = `select current_user::text as name, rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls
    as is_powerful from pg_roles where rolname = current_user`;

  expect(await ask(url, rights)).toEqual([{ name: "shop", is_powerful: false }]);
  expect(await ask(ownerUrl, rights)).toEqual([{ name: "shop_owner", is_powerful: false }]);
  await expect(ask(url, "create table mine ()")).rejects.toThrow("permission denied");
  await expect(ask(url, "set role postgres")).rejects.toThrow("permission denied");
  await expect(ask(url, "copy (select 1) to program 'true'")).rejects.toThrow("permission denied");
});

test("a second opening of the same data directory shares the server; the server stops when the last one is closed", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  await first.stop();
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);

  await second.stop();
  expect(await isRunning()).toBe(false);
});

test("a start while the server is being stopped waits for the stop", async () => {
  const first = await open();
  const stopping = first.stop();
  const next = await open();
  await stopping;

  expect(await ask(next.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a start that needs the database alone is refused while it is open elsewhere, and succeeds afterwards", async () => {
  const shop = await open();
  await expect(open({ alone: true })).rejects.toThrow(AlreadyRunning);
  await shop.stop();

  const alone = await open({ alone: true });
  expect(await ask(alone.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("the server keeps running after a process was killed if another process uses it", async () => {
  const other = await otherProcess();
  const { url, stop } = await open();
  await kill(other);

  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  await stop();
  expect(await isRunning()).toBe(false);
});

test("the server is stopped after all processes that used it were killed", async () => {
  const others = await Promise.all([otherProcess(), otherProcess()]);
  expect(await isRunning()).toBe(true);
  await Promise.all(others.map(kill));

  await expect.poll(isRunning).toBe(false);
});

test("a killed server is noticed and restarted, and committed rows are still there", async () => {
  const { url, ownerUrl } = await open({ durable: true });
  await ask(ownerUrl, "create table orders as select 'RIDE-1' as number");
  const pid = await serverPid();
  process.kill(pid, "SIGKILL");

  await expect.poll(serverPid).not.toBe(pid);
  await expect.poll(() => ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await ask(ownerUrl, "select * from orders")).toEqual([{ number: "RIDE-1" }]);
});

test("a killed server that was opened twice is started once, for both", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  process.kill(await serverPid(), "SIGKILL");
  await expect.poll(() => ask(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  const pid = await serverPid();

  await first.stop();
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await serverPid()).toBe(pid);
  await second.stop();
  expect(await isRunning()).toBe(false);
});

test("a server that is killed repeatedly is restarted each time", async () => {
  const { url } = await open();
  for (let time = 0; time < 3; time += 1) {
    process.kill(await serverPid(), "SIGKILL");
    await expect.poll(() => ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  }
});

test("a killed server process for one connection, and cut connections, do not stop the server", async () => {
  const { url, adminUrl } = await open();
  const pid = await serverPid();
  await ask(adminUrl, "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()");
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);

  // The test kills its own connection, because other connections may have ended meanwhile.
  const victim = new pg.Client({ connectionString: url });
  victim.on("error", () => undefined);
  await victim.connect();
  const { rows } = await victim.query<{ pid: number }>("select pg_backend_pid() as pid");
  process.kill(rows[0]?.pid ?? 0, "SIGKILL");
  await expect.poll(() => ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await serverPid()).toBe(pid);
});

test("a server that was told to stop but waits for its sessions is replaced once for all that have opened it", async () => {
  const [first, second] = await Promise.all([open(), open()]);
  const session = new pg.Client({ connectionString: first.url });
  session.on("error", () => undefined);
  await session.connect();
  const pid = await serverPid();
  process.kill(pid, "SIGTERM");
  await expect(ask(first.url, "select 1 as one")).rejects.toThrow("shutting down");

  await expect.poll(() => ask(first.url, "select 1 as one")).toEqual([{ one: 1 }]);
  const next = await serverPid();
  expect(next).not.toBe(pid);
  expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  expect(await postmasters()).toEqual([next]);

  await first.stop();
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await serverPid()).toBe(next);
  await second.stop();
  expect(await isRunning()).toBe(false);
});

test("only the server is counted, not its forked processes", async () => {
  const { url } = await open();
  const pid = await serverPid();
  const counting = new AbortController();
  const connecting = Array.from({ length: 4 }, async () => {
    while (!counting.signal.aborted) await ask(url, "select 1");
  });
  const counted = new Set<string>();
  for (let look = 0; look < 60; look += 1) counted.add(String(await postmasters()));
  counting.abort();
  await Promise.all(connecting);

  expect([...counted]).toEqual([String(pid)]);
});

test("a start that finds a server told to stop does not wait for the server's sessions", async () => {
  const other = await otherProcess();
  const pid = await serverPid();
  // A process stopped by SIGSTOP uses the server, and neither ends nor reacts.
  other.kill("SIGSTOP");
  process.kill(pid, "SIGTERM");

  const { url } = await open();
  expect(await ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
  expect(await postmasters()).toEqual([await serverPid()]);
  await kill(other);
});

test("a server whose socket was deleted can be reached again", async () => {
  const { url } = await open();
  await rm(join(home, "postgres/socket/.s.PGSQL.5432"));

  await expect.poll(() => ask(url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("if the database's files are removed, the process that uses it gets an error that says so", async () => {
  const { lost } = await open();
  const pid = await serverPid();
  // SIGSTOP suspends the server first, so that it cannot notice the missing files and end itself. Its other processes still write:
  // files that are moved away at once are gone for the server, while removing one by one would fail at a new one.
  process.kill(pid, "SIGSTOP");
  await rename(join(home, "postgres/cluster"), join(home, "removed"));
  process.kill(pid, "SIGKILL");

  await expect(lost).rejects.toThrow("were removed while the shop was using them");
});

test("committed rows survive when all processes are killed, and processes of the killed server do not prevent a start", async () => {
  const other = await otherProcess();
  const busy = new pg.Client({ host: join(home, "postgres/socket"), user: "shop_owner", database: "shop" });
  busy.on("error", () => undefined);
  await busy.connect();
  await busy.query("set synchronous_commit = on; create table orders as select 'RIDE-1' as number");
  // A long query that does not notice when its client has gone.
  const work = busy.query("select count(*) from generate_series(1, 20000000000)").catch(() => undefined);
  const pid = await serverPid();
  process.kill(pid, "SIGSTOP");
  await kill(other);
  process.kill(pid, "SIGKILL");

  const { ownerUrl } = await open();
  await work;
  expect(await ask(ownerUrl, "select * from orders")).toEqual([{ number: "RIDE-1" }]);
});

test("a pid file whose number now belongs to another program does not prevent a start", async () => {
  const first = await open();
  await first.stop();
  await writeFile(join(home, "postgres/cluster/postmaster.pid"), `${process.ppid}\n`);

  const second = await open();
  expect(await ask(second.url, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("a symbolic link, or a folder that others may write to, is not used for the server", async () => {
  await mkdir(join(home, "elsewhere"));
  await symlink(join(home, "elsewhere"), join(home, "postgres"));
  await expect(open()).rejects.toThrow("is a link or no directory");

  await rm(join(home, "postgres"));
  await mkdir(join(home, "postgres"));
  await chmod(join(home, "postgres"), 0o777);
  await expect(open()).rejects.toThrow("Others may write into");
});

test("outside of tests the server writes commits to disk before it answers", async () => {
  const { url } = await open({ durable: true });
  const settings = await ask(
    url,
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name",
  );
  const names = ["fsync", "full_page_writes", "synchronous_commit"];
  expect(settings).toEqual(names.map((name) => ({ name, setting: "on" })));
});

test("a server that does not start because the disk is full is refused with that reason, in one line", async () => {
  const binaries = join(home, "package", "native");
  await mkdir(join(binaries, "bin"), { recursive: true });
  await writeFile(join(home, "package", "package.json"), '{ "version": "18.0.0" }');
  const program = async (name: string, script: string) =>
    writeFile(join(binaries, "bin", name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const full = /^The disk of .*\/postgres is full, so that the built-in PostgreSQL does not start\. .*$/;

  await program("postgres", 'echo "FATAL:  could not write lock file: No space left on device"; exit 1');
  await program("initdb", 'echo "initdb: error: could not create file: No space left on device" >&2; exit 1');
  await expect(open({ binaries })).rejects.toThrow(full);
  // A cluster that was created before the disk was full.
  await program("initdb", 'echo 18 > "$2/PG_VERSION"');
  await expect(open({ binaries })).rejects.toThrow(full);
});
