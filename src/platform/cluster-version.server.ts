import { open, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { faultOf, log } from "./log.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import type { PostgresLocation } from "./postgres-location.server";

/** A cluster made by an earlier version, set aside by an upgrade; its moment in the name decides how long it is kept. */
const KEPT = /^cluster-of-\d+-until-(\d{4}-\d\d-\d\d)$/;
const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;

/** Major version that a cluster was made by; undefined where there is none. */
export async function majorOf(cluster: string): Promise<number | undefined> {
  const version = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => "");
  return Number.parseInt(version, 10) || undefined;
}

/** @throws {PostgresUnavailable} for a cluster of another major version, which this program's server cannot read. */
export async function refuseOtherMajor({ cluster, major }: PostgresLocation): Promise<void> {
  const found = await majorOf(cluster);
  if (found === undefined || found === major) return;
  throw new PostgresUnavailable(
    found < major
      ? `The database in ${cluster} is of PostgreSQL ${found}, and this version of the shop brings ${major}. Nothing was changed. Run: npm run shop -- upgrade-database`
      : `The database in ${cluster} is of PostgreSQL ${found}, and this version of the shop brings only ${major}. Nothing was changed: install the version it was last used with.`,
  );
}

/** Cluster of the new version, before it takes the place of the old one. */
export const upgradedBeside = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded");
/** Name that the old cluster gets; the file exists from the moment at which the new cluster is complete and proven. */
const decisionOf = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded.decided");

/**
 * Puts the upgraded cluster in place of the old one. A process killed in between leaves a decision, which the next start carries out. `said`
 * is called between the two renames with the folder of the old cluster.
 */
export async function swapClusters(
  location: PostgresLocation,
  from: number,
  said: (kept: string) => void,
  now = new Date(),
): Promise<void> {
  const until = new Date(now.getTime() + KEPT_DAYS * DAY_MS).toISOString().slice(0, 10);
  const kept = join(dirname(location.cluster), `cluster-of-${from}-until-${until}`);
  // Left by an upgrade of the same day whose result was thrown away by hand.
  await rm(kept, { recursive: true, force: true });
  await durably(dirname(location.cluster), async () => {
    await using decision = await open(decisionOf(location), "w", 0o600);
    await decision.sync();
  });
  await durably(dirname(location.cluster), () => rename(location.cluster, kept));
  said(kept);
  await finishSwap(location);
}

/** Carries out the swap of an upgrade that was killed after its decision. The caller holds the lock of the turn or all of them. */
export async function finishSwap(location: PostgresLocation): Promise<void> {
  const root = dirname(location.cluster);
  const names = await readdir(root);
  if (!names.includes("upgraded.decided")) return;
  // Without a cluster the old one has been set aside. Otherwise the kill came before, and the upgrade begins anew.
  if (!names.includes("cluster") && names.includes("upgraded"))
    await durably(root, () => rename(upgradedBeside(location), location.cluster));
  await durably(root, () => rm(decisionOf(location)));
}

/** Deletes clusters of earlier versions whose time is over. One that cannot be deleted is left for the next start, and keeps nobody from starting. */
export async function deleteKeptClusters({ cluster }: PostgresLocation, now = new Date()): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    const until = KEPT.exec(name)?.[1];
    if (!until || new Date(until) >= now) continue;
    await rm(join(dirname(cluster), name), { recursive: true, force: true }).catch((error: unknown) =>
      log.warn({ error: faultOf(error) }, "a database of an earlier version cannot be deleted"),
    );
  }
}

/** Does something in a folder and waits until it survives a power failure. */
async function durably(folder: string, act: () => Promise<unknown>): Promise<void> {
  await act();
  await using handle = await open(folder);
  await handle.sync();
}
