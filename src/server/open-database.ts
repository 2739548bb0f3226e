import { openPostgres } from "~/platform/embedded-postgres.server";
import type { Env } from "~/platform/env.server";
import type { DatabaseAddresses } from "~/platform/migrations.server";
import { requireFree } from "./listening";
import { refuseEmptied } from "./sold-marker.server";

/** Addresses of an open database, and a function that releases it. */
export interface OpenDatabase extends DatabaseAddresses {
  /** Address for the pool of the shop's requests, which may lead to a pooler in transaction mode. */
  poolUrl: string;
  /** Address of another database of the same server, for creating databases. */
  adminUrl: string;
  directory: string | undefined;
  notes: string[];
  lost: Promise<never>;
  stop(): Promise<void>;
}

interface Options {
  /** Whether no other process may use the built-in database at the same time. */
  alone?: boolean;
  /** Called when opening only waits for the database server, so that the caller can do other work. */
  waiting?: () => void;
}

/** Opens the database that the settings name, or else the built-in one: shared with other processes, or used `alone`. */
export async function openDatabase(env: Env, options: Options = {}): Promise<OpenDatabase> {
  const { databaseUrl: poolUrl, databaseDirectUrl: url = poolUrl, databaseOwnerUrl: ownerUrl = url } = env;
  if (!poolUrl || !url || !ownerUrl) {
    const own = await openPostgres(env.dataDirectory, options);
    return { ...own, poolUrl: own.url };
  }
  const lost = new Promise<never>(() => undefined);
  const adminUrl = Object.assign(new URL(ownerUrl), { pathname: "/postgres" }).href;
  return { url, poolUrl, ownerUrl, adminUrl, directory: undefined, notes: [], lost, stop: async () => undefined };
}

/**
 * Opens the database of a shop that is to be served. Ports are checked first, because a start that cannot serve must not create,
 * stock or migrate a database.
 *
 * @throws {PortUnavailable} when another program has the port of the shop or of its metrics.
 * @throws {UnusableEnv} when the data directory was emptied although the shop had sold.
 */
export async function openToServe(env: Env, options: Options = {}): Promise<OpenDatabase> {
  await requireFree(env, "PORT");
  if (env.metricsPort !== undefined)
    await requireFree({ port: env.metricsPort, host: env.metricsHost }, "METRICS_PORT");
  await refuseEmptied(env);
  return openDatabase(env, options);
}
