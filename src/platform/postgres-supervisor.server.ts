import { setTimeout as pause } from "node:timers/promises";
import { log } from "./log.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";
import { ADMINISTRATOR, askedOnce, connectTo, isInitialized, startWatchdog } from "./postgres-process.server";

/** Who looks after a server while a process uses it. */
export interface Supervisor {
  /** Rejects when the server is gone and cannot be brought back. */
  lost: Promise<never>;
  stop(): Promise<void>;
  unwatch(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;
/** How long it is waited before the first, the second, … attempt to bring a server back. */
const BACKOFF_MS = [0, 250, 500, 1_000, 2_000, 4_000, 8_000];
/** A server that ran as long has not failed because of how it was started. */
const STABLE_MS = 5_000;
const GIVE_UP_MS = 120_000;

/**
 * Holds a connection to the server and hears at once when that ends; what a connection does not tell, a missing socket or a
 * server that was told to stop and waits for us, shows when a new one is asked for each second. Then `restart` brings the server
 * back, ever more rarely while it keeps failing.
 */
export async function supervise(
  location: PostgresLocation,
  pid: number | undefined,
  restart: () => Promise<number | undefined>,
): Promise<Supervisor> {
  const stopping = new AbortController();
  const { promise: lost, reject } = Promise.withResolvers<never>();
  // Whoever does not ask need not hear of it.
  lost.catch(() => undefined);
  let watch = pid ? await startWatchdog(location, pid) : undefined;
  let failures = 0;
  let connection = await watched(location);

  async function keep(): Promise<void> {
    for (;;) {
      const since = Date.now();
      await connection.gone(stopping.signal);
      if (stopping.signal.aborted) return;
      if (Date.now() - since > STABLE_MS) failures = 0;
      await bringBack();
    }
  }

  async function bringBack(): Promise<void> {
    const start = Date.now();
    for (;;) {
      await pause(BACKOFF_MS[Math.min(failures, BACKOFF_MS.length - 1)], undefined, { signal: stopping.signal });
      failures += 1;
      try {
        if (!(await isInitialized(location))) throw new DataRemoved(location.cluster);
        const found = await restart();
        connection = await watched(location);
        if (found && found !== pid) {
          await watch?.end();
          watch = await startWatchdog(location, found);
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

  const kept = keep().catch((error: unknown) => stopping.signal.aborted || reject(error));
  return {
    lost,
    async stop() {
      stopping.abort();
      await kept;
      await connection.end();
    },
    unwatch: async () => watch?.end(),
  };
}

/** Nothing is left that could be brought back. */
class DataRemoved extends PostgresUnavailable {
  constructor(cluster: string) {
    super(`The database's files in ${cluster} were removed while the shop was using them; the shop ends.`);
  }
}

/** A connection that says when it is gone or the server takes no new one any more. */
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
        const answer = await askedOnce(location, LOOK_EVERY_MS);
        // A busy or recovering server is left alone.
        if (answer === "gone" || answer === "stopping") break;
      }
      if (!stopping.aborted) void client.end().catch(() => undefined);
    },
    end: () => client.end().catch(() => undefined),
  };
}
