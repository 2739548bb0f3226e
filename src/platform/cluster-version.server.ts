import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";

/** Major version of PostgreSQL that made a cluster; undefined if there is no cluster. */
export async function majorOf(cluster: string): Promise<number | undefined> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "");
  return Number.parseInt(version, 10) || undefined;
}

/** @throws {PostgresUnavailable} if the cluster has another major version, which this program's server cannot read. */
export async function refuseOtherMajor({ cluster, major }: PostgresLocation): Promise<void> {
  const found = await majorOf(cluster);
  if (found === undefined || found === major) return;
  throw new PostgresUnavailable(
    found < major
      ? `The database in ${cluster} is of PostgreSQL ${found}, and this version of the shop brings ${major}. Nothing was changed. Run: npm run shop -- upgrade-database`
      : `The database in ${cluster} is of PostgreSQL ${found}, and this version of the shop brings only ${major}. Nothing was changed: install the version it was last used with.`,
  );
}
