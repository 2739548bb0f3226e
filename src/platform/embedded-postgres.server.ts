import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { AlreadyRunning } from "./already-running";
import { type FileLock, lockWithin } from "./file-lock.server";
import { keepRunning } from "./postgres-keeper.server";
import { type PostgresPlace, postgresPlace } from "./postgres-place.server";
import {
  ADMINISTRATOR,
  addressOf,
  halt,
  initialize,
  isReady,
  PATIENCE_MS,
  running,
  serverPid,
} from "./postgres-process.server";
import { APPLICATION, DATABASE, OWNER, prepareRoles } from "./postgres-roles.server";

export { AlreadyRunning } from "./already-running";
export { NoPostgres } from "./no-postgres";

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
  /** What happened at the start that whoever starts the shop should know. */
  notes: string[];
  /** Rejects when the server is gone and cannot be brought back. */
  lost: Promise<never>;
  /** Leaves the server; the last one out stops it. */
  stop(): Promise<void>;
}

interface Options {
  /** Off only for tests: what is written may be lost with the machine. */
  durable?: boolean;
  /** Refuses to share: for what nobody may watch. */
  alone?: boolean;
}

/** A start waits for one that is stopping, a turn for one that is starting. */
const TURN_MS = 3 * PATIENCE_MS;
const ALONE_MS = 1_500;

/**
 * Starts the built-in database of a data directory, or shares it with the processes that use it already.
 *
 * @throws {AlreadyRunning} when one of them wants to be alone.
 * @throws {NoPostgres} when it cannot run here.
 */
export async function openPostgres(dataDirectory: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { durable = true, alone = false } = options;
  const place = await postgresPlace(dataDirectory);
  const member = await joined(place, alone);
  const takeTurn = <T>(work: () => Promise<T>) => inTurn(place, work);
  try {
    const { notes, pid } = await takeTurn(async () => {
      const aside = place.forsaken && !(await isReady(place)) ? await setAside(place) : [];
      await initialize(place, durable);
      const found = await running(place, durable);
      await prepareRoles(place);
      return { notes: aside, pid: found };
    });
    const keeper = await keepRunning(place, pid, () => takeTurn(() => running(place, durable)));
    let stopped: Promise<void> | undefined;
    return {
      url: addressOf(place, DATABASE, APPLICATION),
      ownerUrl: addressOf(place, DATABASE, OWNER),
      adminUrl: addressOf(place, "postgres", ADMINISTRATOR),
      directory: dirname(place.cluster),
      notes,
      lost: keeper.lost,
      stop() {
        stopped ??= keeper
          .stop()
          .then(() => left(place, member))
          .finally(keeper.unwatch);
        return stopped;
      },
    };
  } catch (error) {
    member.release();
    throw error;
  }
}

async function joined(place: PostgresPlace, alone: boolean): Promise<FileLock> {
  const kind = alone ? "exclusive" : "shared";
  const lock = await lockWithin(alone ? ALONE_MS : TURN_MS, place.members, kind);
  if (!lock) throw new AlreadyRunning(alone ? "a shop or a command uses it" : "a command has it alone");
  return lock;
}

async function inTurn<T>(place: PostgresPlace, work: () => Promise<T>): Promise<T> {
  const turn = await lockWithin(TURN_MS, place.turn, "exclusive");
  if (!turn) throw new AlreadyRunning("another process does not get done with starting or stopping its database");
  return work().finally(() => turn.release());
}

/** Whoever finds nobody else stops the server; whoever comes meanwhile waits until that is done. */
async function left(place: PostgresPlace, member: FileLock): Promise<void> {
  member.release();
  const last = await lockWithin(0, place.members, "exclusive");
  if (!last) return;
  try {
    await inTurn(place, async () => {
      const pid = await serverPid(place);
      if (pid) await halt(place, pid);
    });
  } finally {
    last.release();
  }
}

/** A database whose data directory was removed is kept, but not used for the new one. */
async function setAside(place: PostgresPlace): Promise<string[]> {
  const aside = `${place.cluster}.until-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}`;
  const moved = await rename(place.cluster, aside).then(
    () => true,
    () => false,
  );
  return moved ? [`The data directory was removed; its former database is kept in ${aside}.`] : [];
}
