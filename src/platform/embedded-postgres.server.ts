import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type PostgresPlace, postgresPlace } from "./postgres-place.server";
import {
  addressOf,
  answers,
  connected,
  halt,
  initialize,
  PATIENCE_MS,
  running,
  watchOver,
} from "./postgres-process.server";

export { NoPostgres } from "./postgres-place.server";

/** The shop's own PostgreSQL. Decisions §6. */
export interface EmbeddedPostgres {
  url: string;
  /** Where it really lies: elsewhere when the data directory is out of its user's reach. */
  directory: string;
  /** What happened at the start that whoever starts the shop should know. */
  notes: string[];
  /** Says in the database who runs here and where, for those who try to start a second one. */
  introduce(words: string): Promise<void>;
  stop(): Promise<void>;
}

/** Another process has this data directory. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
}

interface Options {
  /** Off only for tests: what is written may be lost with the machine. */
  durable?: boolean;
  /** `guest` uses a server that another process runs, and leaves it running. */
  as?: "owner" | "guest";
}

const DATABASE = "shop";
/** Held for life by the one process that owns the server; it goes with the connection, however the process ends. */
const OWNER_LOCK = 4_821_735_002;
/** How an owner introduces itself when it is about to go. */
export const STOPPING = "stopping";
/** An owner that was just told to stop may not have said so yet. */
const HANDOVER_MS = 1_500;

/**
 * Starts the built-in database of a data directory, or takes over one whose shop was killed.
 *
 * @throws {AlreadyRunning} when a living process owns it.
 * @throws {NoPostgres} when it cannot run here.
 */
export async function openPostgres(dataDirectory: string, options: Options = {}): Promise<EmbeddedPostgres> {
  const { durable = true, as = "owner" } = options;
  const place = await postgresPlace(dataDirectory);
  const notes = place.forsaken && !(await answers(place)) ? await setAside(place) : [];

  const { pid, lock } = await taken(place, durable, as);
  await createShop(place);
  const watch = lock && watchOver(place, pid);
  let stopped: Promise<void> | undefined;
  return {
    url: addressOf(place, DATABASE),
    directory: dirname(place.cluster),
    notes,
    async introduce(words) {
      await lock?.query("select set_config('application_name', $1, false)", [words.slice(0, 63)]);
    },
    stop() {
      stopped ??= lock ? lock.end().then(() => halt(place, pid)) : Promise.resolve();
      return stopped.finally(() => watch?.kill("SIGKILL"));
    },
  };
}

/** A running server and, for its owner, the connection that holds the lock. An owner on its way out is waited for. */
async function taken(place: PostgresPlace, durable: boolean, as: "owner" | "guest") {
  const start = Date.now();
  for (;;) {
    await initialize(place, durable);
    const pid = await running(place, durable);
    const { lock, holder = STOPPING } = await claim(place).catch((): Claim => ({}));
    if (lock || as === "guest") return { pid, lock };
    if (Date.now() - start > (holder.startsWith(STOPPING) ? PATIENCE_MS : HANDOVER_MS))
      throw new AlreadyRunning(holder);
    await pause(100);
  }
}

/** The lock, or how the one who has it introduces itself; neither from a server that is just going down. */
interface Claim {
  lock?: pg.Client;
  holder?: string;
}

async function claim(place: PostgresPlace): Promise<Claim> {
  const lock = await connected(place, "postgres");
  const owned = await lock.query<{ owned: boolean }>("select pg_try_advisory_lock($1) as owned", [OWNER_LOCK]);
  if (owned.rows[0]?.owned) return { lock };
  const holders = await lock.query<{ words: string }>(
    `select application_name as words from pg_stat_activity join pg_locks using (pid)
      where locktype = 'advisory' and objid = ($1::bigint & 4294967295)::oid and granted`,
    [OWNER_LOCK],
  );
  await lock.end();
  return { holder: holders.rows[0]?.words || "another process" };
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

async function createShop(place: PostgresPlace): Promise<void> {
  const client = await connected(place, "postgres");
  try {
    const { rowCount } = await client.query("select from pg_database where datname = $1", [DATABASE]);
    if (!rowCount) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    // Two first starts at once: the other one made it.
    if (!(error instanceof pg.DatabaseError) || !["42P04", "23505"].includes(error.code ?? "")) throw error;
  } finally {
    await client.end();
  }
}
