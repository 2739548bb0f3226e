import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { AlreadyRunning } from "./already-running";
import { type FileLock, lockWithin } from "./file-lock.server";
import { supervise } from "./postgres-supervisor.server";
import { type PostgresLocation, postgresLocation } from "./postgres-location.server";
import {
  ADMINISTRATOR,
  addressOf,
  shutDown,
  initialize,
  isInitialized,
  isReady,
  TIMEOUT_MS,
  ensureRunning,
  serverPid,
} from "./postgres-process.server";
import { APPLICATION, DATABASE, OWNER, prepareRoles } from "./postgres-roles.server";
import { refuseOtherMajor } from "./cluster-version.server";
import { deleteKeptClusters, finishSwap } from "./kept-clusters.server";

export { AlreadyRunning } from "./already-running";
export { PostgresUnavailable } from "./postgres-unavailable";

/** The built-in PostgreSQL server, shared by all processes of a data directory; see docs/decisions/0006. */
export interface EmbeddedPostgres {
  /** Address for the shop's role, which owns no tables. */
  url: string;
  /** Address for the owner's role, for migrations and manual work. */
  ownerUrl: string;
  /** Address for the superuser, for roles and other databases. */
  adminUrl: string;
  /** Folder of the database; outside of the data directory if the server's user cannot reach that one. */
  directory: string;
  /** Messages about the start, for the operator. */
  notes: string[];
  /** Promise that rejects if the server has failed and cannot be restarted. */
  lost: Promise<never>;
  /** Stops using the server; the last process to do so stops it. */
  stop(): Promise<void>;
}

interface Options {
  /** False only in tests: disables syncing, so that a crash of the machine may lose data. */
  durable?: boolean;
  /** Whether no other process may use the database. */
  alone?: boolean;
  /** Called before a long wait, for the server or for the creation of its files. */
  waiting?: () => void;
  /** Folder with binaries of another version, only in tests. */
  binaries?: string;
}

/** Maximum time in milliseconds to wait for another process that starts or stops the server. */
const TURN_MS = 3 * TIMEOUT_MS;
const ALONE_MS = 1_500;

/**
 * Starts the built-in database of a data directory, or joins the processes that use it.
 *
 * @throws {AlreadyRunning} if another process uses the database and one of them needs it alone, or if another process does not
 * finish starting or stopping the server.
 * @throws {PostgresUnavailable} if the server cannot run on this machine.
 */
export async function openPostgres(dataDirectory: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { durable = true, alone = false, waiting, binaries } = options;
  const location = await postgresLocation(dataDirectory, binaries);
  const member = await joined(location, alone);
  const takeTurn = <T>(work: () => Promise<T>) => inTurn(location, work);
  try {
    const { notes, pid } = await takeTurn(async () => {
      await finishSwap(location);
      await refuseOtherMajor(location);
      const aside = location.forsaken && !(await isReady(location)) ? await setAside(location) : [];
      if (!(await isInitialized(location))) waiting?.();
      await initialize(location, durable);
      const found = await ensureRunning(location, durable, waiting);
      await prepareRoles(location);
      await deleteKeptClusters(location);
      return { notes: aside, pid: found };
    });
    const supervisor = await supervise(location, pid, () => takeTurn(() => ensureRunning(location, durable)));
    let stopped: Promise<void> | undefined;
    return {
      url: addressOf(location, DATABASE, APPLICATION),
      ownerUrl: addressOf(location, DATABASE, OWNER),
      adminUrl: addressOf(location, "postgres", ADMINISTRATOR),
      directory: dirname(location.cluster),
      notes,
      lost: supervisor.lost,
      stop() {
        stopped ??= supervisor
          .stop()
          .then(() => left(location, member))
          .finally(supervisor.unwatch);
        return stopped;
      },
    };
  } catch (error) {
    member.release();
    throw error;
  }
}

async function joined(location: PostgresLocation, alone: boolean): Promise<FileLock> {
  const kind = alone ? "exclusive" : "shared";
  const lock = await lockWithin(alone ? ALONE_MS : TURN_MS, location.members, kind);
  if (!lock) throw new AlreadyRunning(alone ? "a shop or a command uses it" : "a command has it alone");
  return lock;
}

async function inTurn<T>(location: PostgresLocation, work: () => Promise<T>): Promise<T> {
  const turn = await lockWithin(TURN_MS, location.turn, "exclusive");
  if (!turn) throw new AlreadyRunning("another process does not get done with starting or stopping its database");
  return work().finally(() => turn.release());
}

/** Stops the server if this was the last process that used it; a process that starts meanwhile waits. */
async function left(location: PostgresLocation, member: FileLock): Promise<void> {
  member.release();
  const last = await lockWithin(0, location.members, "exclusive");
  if (!last) return;
  try {
    await inTurn(location, async () => {
      const pid = await serverPid(location);
      if (pid) await shutDown(location, pid);
    });
  } finally {
    last.release();
  }
}

/** Renames the cluster of a data directory that was deleted, so that a new data directory does not use it; returns a message. */
async function setAside(location: PostgresLocation): Promise<string[]> {
  const aside = `${location.cluster}.until-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  const moved = await rename(location.cluster, aside).then(
    () => true,
    () => false,
  );
  return moved ? [`The data directory was removed; its former database is kept in ${aside}.`] : [];
}
