import { readdir, rm, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AlreadyRunning } from "./already-running";
import { lockWithin } from "./file-lock.server";
import type { DatabaseAddresses } from "./migrations.server";
import { type PostgresLocation, postgresLocation } from "./postgres-location.server";
import { addressOf, ensureRunning, initialize, serverPid, shutDown, startWatchdog } from "./postgres-process.server";
import { APPLICATION, DATABASE, OWNER, prepareRoles } from "./postgres-roles.server";
import { PostgresUnavailable } from "./postgres-unavailable";
import { privateDirectory } from "./private-directory.server";
import { majorOf, refuseOtherMajor } from "./cluster-version.server";
import { finishSwap, type KeptCluster, swapClusters, upgradedBeside } from "./kept-clusters.server";

/** A server started for an upgrade; only this process can reach it. */
export interface UpgradeServer extends DatabaseAddresses {
  stop(): Promise<void>;
}

/** A built-in database of an earlier major version, which only this process uses. */
export interface PostgresUpgrade {
  from: number;
  to: number;
  /** Size of the old cluster in bytes; `freeBytes` are free on its disk. */
  bytes: number;
  freeBytes: number;
  /** Starts a server of the old version on the old cluster; `packaged` is the folder of its binaries. */
  serveOld(packaged: string): Promise<UpgradeServer>;
  /** Starts a server of the new version on a new cluster. */
  serveNew(): Promise<UpgradeServer>;
  /** Replaces the old cluster by the new one. */
  swap(old: KeptCluster): Promise<void>;
  close(): void;
}

const ALONE_MS = 1_500;

/**
 * Opens the database of a data directory for an upgrade; undefined if it needs none.
 *
 * @throws {AlreadyRunning} while another process uses it.
 * @throws {PostgresUnavailable} if its version is newer than this program's.
 */
export async function openUpgrade(dataDirectory: string, durable = true): Promise<PostgresUpgrade | undefined> {
  const location = await postgresLocation(dataDirectory);
  const member = await lockWithin(ALONE_MS, location.members, "exclusive");
  if (!member) throw new AlreadyRunning("a shop or a command uses it");
  try {
    await finishSwap(location);
    const from = await majorOf(location.cluster);
    if (from === undefined || from === location.major) {
      member.release();
      return undefined;
    }
    if (from > location.major) await refuseOtherMajor(location);
    const apart = await apartFrom(location);
    // Stops servers of an upgrade that was killed.
    for (const cluster of [location.cluster, upgradedBeside(location)])
      await stopServer({ ...location, ...apart, cluster });
    const { bavail, bsize } = await statfs(dirname(location.cluster));
    return {
      from,
      to: location.major,
      bytes: await bytesIn(location.cluster),
      freeBytes: bavail * bsize,
      async serveOld(packaged) {
        const old = await postgresLocation(dataDirectory, packaged);
        if (old.major !== from)
          throw new PostgresUnavailable(`${packaged} holds PostgreSQL ${old.major}, not ${from}.`);
        return serve({ ...old, ...apart }, durable);
      },
      async serveNew() {
        const fresh = { ...location, ...apart, cluster: upgradedBeside(location) };
        await rm(fresh.cluster, { recursive: true, force: true });
        await initialize(fresh, durable);
        const server = await serve(fresh, durable);
        await prepareRoles(fresh).catch(async (error: unknown) => {
          await server.stop();
          throw error;
        });
        return server;
      },
      swap: (old) => swapClusters(location, from, old),
      close: () => member.release(),
    };
  } catch (error) {
    member.release();
    throw error;
  }
}

/** Location with its own socket and log for the upgrade, so that no process mistakes its server for the shop's. */
async function apartFrom({ socket, cluster, user }: PostgresLocation) {
  const own = socket.startsWith(dirname(cluster)) ? join(dirname(cluster), "up") : `${socket}-up`;
  await privateDirectory(own, user);
  return { socket: own, log: join(dirname(cluster), "upgrade.log") };
}

async function serve(location: PostgresLocation, durable: boolean): Promise<UpgradeServer> {
  const pid = await ensureRunning(location, durable);
  const watchdog = pid ? await startWatchdog(location, pid) : undefined;
  return {
    url: addressOf(location, DATABASE, APPLICATION),
    ownerUrl: addressOf(location, DATABASE, OWNER),
    async stop() {
      await stopServer(location);
      await watchdog?.end();
    },
  };
}

async function stopServer(location: PostgresLocation): Promise<void> {
  const pid = await serverPid(location);
  if (pid) await shutDown(location, pid);
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(file.parentPath, file.name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
