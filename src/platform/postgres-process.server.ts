import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:fs";
import {
  type FileHandle,
  lchown,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  statfs,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { log } from "./log.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";

/** Maximum time in milliseconds for a server to start or stop. */
export const TIMEOUT_MS = 20_000;
/** Maximum times in milliseconds for a started server without an answer, and for one that answers that it starts or recovers. */
const SILENCE_MS = 2 * TIMEOUT_MS;
const RECOVERY_MS = 10 * 60_000;

/** Superuser, for starting the server and creating roles and databases; the shop itself never uses it. */
export const ADMINISTRATOR = "postgres";

/** Address of a database for one of its roles. */
export const addressOf = ({ socket }: PostgresLocation, database: string, role: string): string =>
  `postgres://${role}@localhost/${database}?host=${encodeURIComponent(socket)}`;

/** Returns whether the cluster was created completely. */
export const isInitialized = ({ cluster }: PostgresLocation): Promise<boolean> =>
  stat(join(cluster, "PG_VERSION")).then(
    () => true,
    () => false,
  );

/** Creates a cluster with initdb in another directory and renames it, so that a killed start leaves no incomplete cluster. */
export async function initialize(location: PostgresLocation, durable: boolean): Promise<void> {
  if (await isInitialized(location)) return;
  const root = dirname(location.cluster);
  for (const name of await readdir(root)) {
    const maker = /^new-(\d+)-/.exec(name)?.[1];
    if (maker && !isAlive(Number(maker))) await rm(join(root, name), { recursive: true, force: true });
  }

  const fresh = await mkdtemp(join(root, `new-${process.pid}-`));
  if (location.user) await lchown(fresh, location.user.uid, location.user.gid);
  const child = spawn(
    join(location.binaries, "bin", "initdb"),
    [
      ["--pgdata", fresh],
      ["--username", ADMINISTRATOR],
      // No passwords: only the server's user and root can enter the socket's directory.
      ["--auth", "trust"],
      // The encoding and collation are the same on every machine.
      ["--encoding", "UTF8", "--locale", "C"],
      location.major < 17 ? [] : ["--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"],
      durable ? [] : ["--no-sync"],
    ].flat(),
    { ...location.user, env: environment, stdio: ["ignore", "ignore", "pipe"] },
  );
  const output: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, "close").catch((error: Error) => [error.message]);
  if (code !== 0) {
    const words = Buffer.concat(output).toString() || String(code);
    const isFull = await isDiskFull(root, words);
    await rm(fresh, { recursive: true, force: true });
    throw cannotRun(location, words, isFull);
  }
  // The first rename succeeds; other processes that start at the same time use that cluster.
  await rename(fresh, location.cluster).catch(() => rm(fresh, { recursive: true, force: true }));
}

/**
 * Starts the server if needed; returns its process id, undefined if it is in another container. The caller holds the turn lock.
 *
 * @throws {PostgresUnavailable} if it does not start.
 */
export async function ensureRunning(
  location: PostgresLocation,
  durable: boolean,
  waiting?: () => void,
): Promise<number | undefined> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    // The socket is checked first, because a process id of another container has no meaning here.
    if (await isReady(location)) return serverPid(location);
    const pid = await serverPid(location);
    // The server runs but cannot be reached, for example because its socket was deleted: it is stopped and started again.
    if (pid) await shutDown(location, pid);
    await endOrphans(location);

    const child = await launch(location, durable);
    waiting?.();
    if (child.pid && (await acceptsConnections(location, child)) === "yes")
      return (await serverPid(location)) ?? child.pid;
    const words = await readFile(location.log, "utf8").catch(() => "");
    const isFull = await isDiskFull(dirname(location.cluster), words);
    if (isFull || Date.now() > deadline) throw cannotRun(location, words, isFull);
    await pause(100);
  }
}

/** Kills processes that a killed server left behind, whose shared memory would prevent the next start. */
async function endOrphans(location: PostgresLocation): Promise<void> {
  for (const name of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    // Processes of a server have its cluster as their working directory.
    if ((await readlink(`/proc/${name}/cwd`).catch(() => undefined)) === location.cluster)
      signal(Number(name), "SIGKILL");
  }
}

/** Process id of this cluster's running server, from postmaster.pid. A file with another program's process id is removed. */
export async function serverPid(location: PostgresLocation): Promise<number | undefined> {
  const file = join(location.cluster, "postmaster.pid");
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  if (!(pid > 0) || !isAlive(pid)) return undefined;
  const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => undefined);
  if (command === undefined || command.includes(location.cluster)) return pid;
  await rm(file, { force: true });
  return undefined;
}

const TRUNCATED = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;

async function launch(location: PostgresLocation, durable: boolean): Promise<ChildProcess> {
  const settings = {
    listen_addresses: "",
    unix_socket_directories: location.socket,
    max_connections: "120",
    // Settings for a single server without replicas, which save memory and processes.
    max_wal_senders: "0",
    wal_level: "minimal",
    ...(location.major < 18 ? {} : { io_method: "sync" }),
    jit: "off",
    // Messages are in English, because refused connections are recognized by them.
    lc_messages: "C",
    timezone: "UTC",
    log_timezone: "UTC",
    ...(durable ? {} : { fsync: "off", synchronous_commit: "off", full_page_writes: "off" }),
  };
  const log = await open(location.log, TRUNCATED, 0o600);
  const child = spawn(
    join(location.binaries, "bin", "postgres"),
    ["-D", location.cluster, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    // The server gets its own session, so that Ctrl-C reaches only the shop, which first finishes its requests.
    { ...location.user, env: environment, cwd: "/", detached: true, stdio: ["ignore", log.fd, log.fd] },
  );
  child.on("error", () => undefined);
  child.unref();
  await log.close();
  return child;
}

/**
 * Starts a watchdog process that stops the server when all processes that use it have died; they keep the other end of a named
 * pipe open. Each start of the server has its own watchdog.
 */
export async function startWatchdog(location: PostgresLocation, pid: number): Promise<{ end(): Promise<void> }> {
  // Opened for reading and writing, so that opening does not wait for another process.
  const pipe: FileHandle | undefined = await open(location.alive, constants.O_RDWR | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  // The process id is compared, because a server that was started later has its own watchdog.
  const script = `read -r _ < "$1"; [ "$(head -n 1 "$2")" = "$3" ] && kill -INT "$3"`;
  const watchdog = spawn(
    "/bin/sh",
    ["-c", script, "watchdog", location.alive, join(location.cluster, "postmaster.pid"), String(pid)],
    { env: environment, cwd: "/", detached: true, stdio: "ignore" },
  );
  const unwatched = (error: Error) => log.warn({ error: error.message }, "no watchdog runs for the database server");
  watchdog.on("error", unwatched);
  if (!pipe) unwatched(new Error(`${location.alive} cannot be opened`));
  watchdog.unref();
  return {
    async end() {
      watchdog.kill("SIGKILL");
      await pipe?.close();
    },
  };
}

/** State of a server by its answer to a new connection; `gone`: nothing listens, `silent`: no answer in time. */
export type ServerState = "ready" | "starting" | "stopping" | "gone" | "silent";

/** Tries to connect once, for at most `timeoutMs` milliseconds. */
export async function probe(location: PostgresLocation, timeoutMs: number): Promise<ServerState> {
  const client = new pg.Client({
    connectionString: addressOf(location, "postgres", ADMINISTRATOR),
    connectionTimeoutMillis: timeoutMs,
  });
  client.on("error", () => undefined);
  const error = await client.connect().then(
    () => client.end(),
    (failure: Error & { code?: string }) => failure,
  );
  if (error?.code === "57P03") return error.message.includes("shutting down") ? "stopping" : "starting";
  // An error from the server shows that it is running.
  if (!error || error instanceof pg.DatabaseError) return "ready";
  return error.code === "ENOENT" || error.code === "ECONNREFUSED" ? "gone" : "silent";
}

/**
 * Returns whether the server accepts connections. Waits for one that is starting or recovering, up to the recovery timeout and as
 * long as the process `child`, if given, lives. Does not wait for one that is stopping, because that may wait for its clients.
 */
async function acceptsConnections(
  location: PostgresLocation,
  child?: ChildProcess,
): Promise<"yes" | "no" | "stopping"> {
  const start = Date.now();
  for (;;) {
    const state = await probe(location, TIMEOUT_MS);
    if (state === "ready") return "yes";
    if (state === "stopping") return "stopping";
    const isStarting = state === "starting";
    const isComing = child ? child.exitCode === null && child.signalCode === null && child.pid : isStarting;
    if (!isComing || Date.now() - start > (isStarting ? RECOVERY_MS : SILENCE_MS)) return "no";
    await pause(15);
  }
}

/**
 * Returns whether a server runs and accepts connections; one that is stopping is shut down first. The caller holds the turn lock.
 *
 * @throws {PostgresUnavailable} if it does not end.
 */
export async function isReady(location: PostgresLocation): Promise<boolean> {
  const deadline = Date.now() + 2 * TIMEOUT_MS;
  for (;;) {
    const answer = await acceptsConnections(location);
    if (answer !== "stopping") return answer === "yes";
    if (Date.now() > deadline) throw new PostgresUnavailable("The built-in PostgreSQL is stopping and does not end.");
    const pid = await serverPid(location);
    if (pid) await shutDown(location, pid);
    // A server in another container has to end there: a second server would destroy the cluster.
    else await pause(100);
  }
}

/** Connects to a database; the caller ends the connection. */
export async function connectTo(location: PostgresLocation, database: string, role: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: addressOf(location, database, role),
    connectionTimeoutMillis: TIMEOUT_MS,
    application_name: `process ${process.pid}`,
  });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/** Stops the server by a fast shutdown, which ends all sessions and writes all data; after the timeout by an immediate one. */
export async function shutDown(location: PostgresLocation, pid: number): Promise<void> {
  signal(pid, "SIGINT");
  const start = Date.now();
  let finished = Infinity;
  while (isAlive(pid)) {
    // The server removes postmaster.pid at the end; afterwards its process may remain as a zombie.
    if ((await serverPid(location)) !== pid) finished = Math.min(finished, Date.now());
    if (Date.now() - finished > 1_000) return;
    if (Date.now() - start > TIMEOUT_MS) return signal(pid, "SIGQUIT");
    await pause(10);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended already.
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

/** Fixed environment for the server, so that its language and defaults do not depend on the machine. */
const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };

/**
 * Free bytes below which a server that does not start has a full disk: the size of a segment of its log of changes. On a full disk
 * it often cannot write the reason into its own log.
 */
const LEAST_FREE = 16 * 2 ** 20;

/** Whether a server or its set-up failed because the disk of a folder is full, by their own words or by the room that is left. */
async function isDiskFull(folder: string, words: string): Promise<boolean> {
  if (/No space left on device|Disk quota exceeded/.test(words)) return true;
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize < LEAST_FREE;
}

function cannotRun({ cluster }: PostgresLocation, log: string, isFull: boolean): PostgresUnavailable {
  if (isFull)
    return new PostgresUnavailable(
      `The disk of ${dirname(cluster)} is full, so that the built-in PostgreSQL does not start. Free some room, then try again.`,
    );
  const reason =
    log
      .trim()
      .split("\n")
      .findLast((line) => /FATAL|PANIC|error|ENOENT|not found/i.test(line)) ?? log.trim();
  return new PostgresUnavailable(
    `The built-in PostgreSQL does not start: ${reason || "no reason given"} (or set DATABASE_URL)`,
  );
}
