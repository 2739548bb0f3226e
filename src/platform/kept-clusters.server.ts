import { open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DAY } from "./durations";
import { faultOf, log } from "./log.server";
import type { PostgresLocation } from "./postgres-location.server";

/** Name of a former cluster that an upgrade kept; the date says until when it is kept. */
const KEPT = /^cluster-of-\d+-until-(\d{4}-\d\d-\d\d)$/;

/** Folder in which an upgrade makes the new cluster, before it replaces the old one. */
export const upgradedBeside = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded");
/**
 * File that contains the old cluster's later name. It is written when the new cluster is complete and was compared, and removed
 * when the swap is complete.
 */
const decisionOf = ({ cluster }: PostgresLocation): string => join(dirname(cluster), "upgraded.decided");

/** The old cluster, as an upgrade keeps it. */
export interface KeptCluster {
  /** Days for which it is kept. */
  keptDays: number;
  /** Called between the two renames with its folder. */
  said(folder: string): void;
  now?: Date;
}

/**
 * Replaces the old cluster by the upgraded one. If the process is killed in between, the decision file remains, and the next
 * start completes the swap.
 */
export async function swapClusters(
  location: PostgresLocation,
  from: number,
  { keptDays, said, now = new Date() }: KeptCluster,
): Promise<void> {
  const until = new Date(now.getTime() + keptDays * DAY).toISOString().slice(0, 10);
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
