import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";
import { ADMINISTRATOR, probe, connectTo, isInitialized, startWatchdog } from "./postgres-process.server";

/** Watches a server for a process that uses it. */
export interface Supervisor {
  /** Rejects if the server has failed and cannot be restarted. */
  lost: Promise<never>;
  stop(): Promise<void>;
  unwatch(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** Milliseconds to wait before the first, second, … restart. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000];
/** Milliseconds after which a server counts as stable, so that the next restart waits the first delay again. */
const STABLE_MS = 5_000;
const GIVE_UP_MS = 120_000;

/**
 * Keeps a connection to the server open, so that the server's end is noticed at once, and makes a new connection every second, so
 * that a missing socket or a pending shutdown is noticed. In each case it calls `restart`, after delays that grow.
 */
export async function supervise(
  location: PostgresLocation,
  pid: number | undefined,
  restart: () => Promise<number | undefined>,
): Promise<Supervisor> {
  const stopping = new AbortController();
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Prevents an unhandled rejection, which would end the process.
  lost.catch(() => undefined);
  let watchdog = pid ? await startWatchdog(location, pid) : undefined;
  let failures = 0;
  let connection = await watched(location);

  async function run(): Promise<void> {
    for (;;) {
      const since = Date.now();
      await connection.gone(stopping.signal);
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) failures = 0;
      await restore();
    }
  }

  async function restore(): Promise<void> {
    const start = Date.now();
    for (;;) {
      await pause(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)], undefined, { signal: stopping.signal });
      failures += 1;
      try {
        if (!(await isInitialized(location))) throw new DataRemoved(location.cluster);
        const found = await restart();
        connection = await watched(location);
        if (found && found !== pid) {
          await watchdog?.end();
          watchdog = await startWatchdog(location, found);
          log.warn({ milliseconds: Date.now() - start }, "the database server was gone and is back");
        }
        pid = found;
        return;
      } catch (error) {
        if (stopping.signal.aborted) throw error;
        if (error instanceof DataRemoved || Date.now() - start > GIVE_UP_MS) throw error;
        log.error({ error: (error as Error).message }, "the database server cannot be brought back yet");
      }
    }
  }

  const supervision = run().catch((error: unknown) => stopping.signal.aborted || reject(error));
  return {
    lost,
    async stop() {
      stopping.abort();
      await supervision;
      await connection.end();
    },
    unwatch: async () => watchdog?.end(),
  };
}

/** Error for a cluster that was deleted, so that no server can be restarted. */
class DataRemoved extends PostgresUnavailable {
  constructor(cluster: string) {
    super(`The database's files in ${cluster} were removed while the shop was using them; the shop ends.`);
  }
}

/** Opens a connection, and returns a promise that resolves when it ends or the server refuses new ones. */
async function watched(location: PostgresLocation) {
  const client = await connectTo(location, "postgres", ADMINISTRATOR);
  const ended = new AbortController();
  client.once("end", () => ended.abort());
  return {
    async gone(stopping: AbortSignal): Promise<void> {
      const either = AbortSignal.any([stopping, ended.signal]);
      while (!either.aborted) {
        await pause(LOOK_EVERY_MS, undefined, { signal: either, ref: false }).catch(() => undefined);
        if (either.aborted) break;
        const state = await probe(location, LOOK_EVERY_MS);
        // A server that is busy or recovering is not restarted.
        if (state === "gone" || state === "stopping") break;
      }
      if (!stopping.aborted) void client.end().catch(() => undefined);
    },
    end: () => client.end().catch(() => undefined),
  };
}
