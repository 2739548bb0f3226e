import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { Socket } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { log } from "./log.server";
import { NoPostgres, type PostgresPlace } from "./postgres-place.server";

/** How long a server may take to start or to stop. */
export const PATIENCE_MS = 20_000;

/** Where a database of this server is reached. */
export const addressOf = ({ socket }: PostgresPlace, database: string): string =>
  `postgres://shop@localhost/${database}?host=${encodeURIComponent(socket)}`;

/** Makes the cluster beside its place and moves it there whole, so that a killed start leaves nothing half-made. */
export async function initialize(place: PostgresPlace, durable: boolean): Promise<void> {
  if (await stat(join(place.cluster, "PG_VERSION")).catch(() => undefined)) return;
  const root = dirname(place.cluster);
  for (const name of await readdir(root)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) await rm(join(root, name), { recursive: true, force: true });
  }

  const fresh = await mkdtemp(join(root, `new-${process.pid}-`));
  if (place.user) await chown(fresh, place.user.uid, place.user.gid);
  const child = spawn(
    join(place.binaries, "bin", "initdb"),
    [
      ["--pgdata", fresh],
      ["--username", "shop"],
      // Only the server's user and root can enter the socket's directory: that is the lock on the door.
      ["--auth", "trust"],
      // The same order and letters on every machine, whatever languages it has installed.
      ["--encoding", "UTF8", "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      durable ? [] : ["--no-sync"],
    ].flat(),
    { ...place.user, env: environment, stdio: ["ignore", "ignore", "pipe"] },
  );
  const words: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => words.push(chunk));
  const [code] = await once(child, "close").catch((error: Error) => [error.message]);
  if (code !== 0) {
    await rm(fresh, { recursive: true, force: true });
    throw cannotRun(Buffer.concat(words).toString() || String(code));
  }
  // Whoever renames first has made it; the other start uses what it finds.
  await rename(fresh, place.cluster).catch(() => rm(fresh, { recursive: true, force: true }));
}

/** The process id of the server, started when none is there. */
export async function running(place: PostgresPlace, durable: boolean): Promise<number> {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const pid = await serverPid(place);
    if (pid && (await answers(place, deadline))) return pid;
    // Alive but out of reach, say because its socket was cleaned away: stop it in order and start anew.
    if (pid) await halt(place, pid);

    const child = await launch(place, durable);
    if (child.pid && (await answers(place, deadline, child))) return (await serverPid(place)) ?? child.pid;
    if (Date.now() > deadline) throw cannotRun(await readFile(place.log, "utf8").catch(() => ""));
    // Another start was faster, or processes of a killed server are just ending.
    await pause(100);
  }
}

/** The living server of this cluster, by the file it keeps. A stale file whose number another program got is removed. */
async function serverPid(place: PostgresPlace): Promise<number | undefined> {
  const file = join(place.cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (command === undefined || command.includes(place.cluster)) return pid;
  await rm(file, { force: true });
  return undefined;
}

async function launch(place: PostgresPlace, durable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: place.socket,
    max_connections: "80",
    // One machine, one server, no replicas: less memory and fewer processes.
    max_wal_senders: "0",
    wal_level: "minimal",
    io_method: "sync",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const log = await open(place.log, "w");
  const child = spawn(
    join(place.binaries, "bin", "postgres"),
    ["-D", place.cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // A session of its own: Ctrl-C in the terminal reaches the shop, which first lets its requests end.
    { ...place.user, env: environment, cwd: "/", detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  child.on("error", () => undefined);
  child.unref();
  await log.close();
  return child;
}

/** Stops the server when this process ends without doing so itself: it holds the other end of a pipe. */
export function watchOver({ user }: PostgresPlace, pid: number): ChildProcess {
  const watch = spawn("/bin/sh", ["-c", 'read -r _; kill -INT "$1"', "watch", String(pid)], {
    ...user,
    env: environment,
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  watch.on("error", (error) => log.warn({ error: error.message }, "nobody watches over the database server"));
  watch.unref();
  // The pipe must not keep this process alive either.
  if (watch.stdin instanceof Socket) watch.stdin.unref();
  return watch;
}

/** Whether the server lets us in; waits until it has started, has ended or patience has. */
export async function answers(place: PostgresPlace, deadline = 0, child?: ChildProcess): Promise<boolean> {
  for (;;) {
    const client = new pg.Client({ connectionString: addressOf(place, "postgres") });
    client.on("error", () => undefined);
    const error = await client.connect().then(
      () => undefined,
      (failure: Error & { code?: string }) => failure,
    );
    if (!error) {
      await client.end();
      return true;
    }
    const starting = child ? child.exitCode === null && child.signalCode === null && child.pid : error.code === "57P03";
    if (!starting || Date.now() > deadline) return false;
    await pause(15);
  }
}

/** A connection to one of its databases, to be ended by whoever asked for it. */
export async function connected(place: PostgresPlace, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(place, database),
    application_name: `process ${process.pid}`,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** PostgreSQL's fast shutdown: sessions are ended, everything is written. */
export async function halt(place: PostgresPlace, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  const start = Date.now();
  let finished = Infinity;
  while (isAlive(pid)) {
    // It takes its file away last; after that only a number may be left, where nobody collects ended processes.
    if ((await serverPid(place)) !== pid) finished = Math.min(finished, Date.now());
    if (Date.now() - finished > 1_000) return;
    if (Date.now() - start > PATIENCE_MS) return signal(pid, "SIGQUIT");
    await pause(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended already.
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** PostgreSQL reads its messages' language and own defaults from the environment; neither may vary. */
const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

function cannotRun(log: string): NoPostgres {
  const reason =
    log
      .trim()
      .split("\n")
      .findLast((line) => /FATAL|PANIC|error|ENOENT|not found/i.test(line)) ?? log.trim();
  return new NoPostgres(`The built-in PostgreSQL does not start: ${reason || "no reason given"} (or set DATABASE_URL)`);
}
