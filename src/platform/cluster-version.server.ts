import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { faultOf, log } from "./log.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";

/** Name of a former cluster that an upgrade kept; the date says until when it is kept. */
const KEPT = /^cluster-of-\d+-until-(\d{4}-\d\d-\d\d)$/;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

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

/** Folder in which an upgrade makes the new cluster, before it replaces the old one. */
export const upgradedBeside = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded");
/**
 * File that contains the old cluster's later name. It is written when the new cluster is complete and was compared, and removed
 * when the swap is complete.
 */
const decisionOf = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded.decided");

/**
 * Replaces the old cluster by the upgraded one. If the process is killed in between, the decision file remains, and the next
 * start completes the swap. `said` is called between the two renames with the folder of the old cluster.
 */
export async function swapClusters(
  location: PostgresLocation,
  from: number,
  said: (kept: string) => void,
  now = new Date(),
): Promise<void> {
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const kept = join(dirname(location.cluster), `cluster-of-${from}-until-${until}`);
  // Left by an upgrade of the same day whose result was removed by hand.
  await rm(kept, { recursive: true, force: true });
  await durably(dirname(location.cluster), async () => {
    await using decision = await open(decisionOf(location), "w", 0o600);
    await decision.sync();
  });
  await durably(dirname(location.cluster), () => rename(location.cluster, kept));
  said(kept);
  await finishSwap(location);
}

/** Completes the swap of an upgrade that was killed after its decision. The caller holds the lock for turns, or all locks. */
export async function finishSwap(location: PostgresLocation): Promise<void> {
  const root = dirname(location.cluster);
  const names = await readdir(root);
  if (!names.includes("upgraded.decided")) return;
  // If there is no cluster, the old one was already moved, and the new one takes its place. Otherwise the upgrade has to be run
  // again.
  if (!names.includes("cluster") && names.includes("upgraded"))
    await durably(root, () => rename(upgradedBeside(location), location.cluster));
  await durably(root, () => rm(decisionOf(location)));
}

/** Deletes former clusters whose time is over. If one cannot be deleted, the start continues, and a later start tries again. */
export async function deleteKeptClusters({ cluster }: PostgresLocation, now = new Date()): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const until = KEPT.exec(name)?.[1];
    if (!until || new Date(until) >= now) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ error: faultOf(error) }, "a database of an earlier version cannot be deleted"),
    );
  }
}

/** Runs `act` in a folder and syncs the folder, so that the result survives a power failure. */
async function durably(folder: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  await using handle = await open(folder);
  await handle.sync();
}
