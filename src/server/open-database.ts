import { openPostgres } from "~/platform/embedded-postgres.server";
import type { Env } from "~/platform/env.server";
import type { DatabaseAddresses } from "~/platform/migrations.server";
import { refuseEmptied } from "./sold-marker.server";

/** An open database, and a function to leave it. */
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
  /** Requires exclusive use. */
  alone?: boolean;
  /** Called when nothing is left but to wait for the server: the time for other work. */
  waiting?: () => void;
}

/** Database of the settings: the one they name, or the built-in one, shared with other processes or used `alone`. */
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
 * Opens the database of a shop that is to be served.
 *
 * @throws {UnusableEnv} when the data directory of a shop that sold was emptied.
 */
export async function openToServe(env: Env, options: Options = {}): Promise<OpenDatabase> {
  await refuseEmptied(env);
  return openDatabase(env, options);
}
