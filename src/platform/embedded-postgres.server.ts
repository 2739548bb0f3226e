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
  isReady,
  TIMEOUT_MS,
  ensureRunning,
  serverPid,
} from "./postgres-process.server";
import { APPLICATION, DATABASE, OWNER, prepareRoles } from "./postgres-roles.server";

export { AlreadyRunning } from "./already-running";
export { PostgresUnavailable } from "./postgres-unavailable";

/** The shop's own PostgreSQL, shared by every process on the data directory; see docs/decisions/0006. */
export interface EmbeddedPostgres {
  /** For the shop itself, as a role that owns nothing. */
  url: string;
  /** For migrations and for work by hand. */
  ownerUrl: string;
  /** For roles and other databases, as the superuser. */
  adminUrl: string;
  /** Where it really lies: elsewhere when the data directory is out of its user's reach. */
  directory: string;
  /** Notices of the start for the operator. */
  notes: string[];
  /** Rejects when the server is gone and cannot be brought back. */
  lost: Promise<never>;
  /** Leaves the server; the last one out stops it. */
  stop(): Promise<void>;
}

interface Options {
  /** Off only for tests: what is written may be lost with the machine. */
  durable?: boolean;
  /** Requires exclusive use. */
  alone?: boolean;
}

/** A start waits for one that is stopping, a turn for one that is starting. */
const TURN_MS = 3 * TIMEOUT_MS;
const ALONE_MS = 1_500;

/**
 * Starts the built-in database of a data directory, or shares it with the processes that use it already.
 *
 * @throws {AlreadyRunning} when one of them wants to be alone.
 * @throws {PostgresUnavailable} when it cannot run here.
 */
export async function openPostgres(dataDirectory: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { durable = true, alone = false } = options;
  const location = await postgresLocation(dataDirectory);
  const member = await joined(location, alone);
  const takeTurn = <T>(work: () => Promise<T>) => inTurn(location, work);
  try {
    const { notes, pid } = await takeTurn(async () => {
      const aside = location.forsaken && !(await isReady(location)) ? await setAside(location) : [];
      await initialize(location, durable);
      const found = await ensureRunning(location, durable);
      await prepareRoles(location);
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

/** The last process stops the server; one that starts meanwhile waits until that is done. */
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

/** A database whose data directory was removed is kept, but not used for the new one. */
async function setAside(location: PostgresLocation): Promise<string[]> {
  const aside = `${location.cluster}.until-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  const moved = await rename(location.cluster, aside).then(
    () => true,
    () => false,
  );
  return moved ? [`The data directory was removed; its former database is kept in ${aside}.`] : [];
}
