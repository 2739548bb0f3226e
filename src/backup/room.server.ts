import { stat, statfs } from "node:fs/promises";
import { dirname } from "node:path";
import pg from "pg";
import { connectAsOwner } from "~/platform/migrations.server";

/** Free disk space that a restore needs, as a multiple of the size of the compressed file. */
const RESTORE_ROOM = 3;
/** Free disk space that the test of a backup needs, as a multiple of the size of the shop's database. */
const TEST_ROOM = 2.5;
/** Free disk space that an upgrade of the built-in database needs, as a multiple of the size of the database. */
export const UPGRADE_ROOM = 2;

/** Free bytes on the disk of a folder, which need not exist yet; undefined if the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => error);
  if (!(found instanceof Error)) return found.bavail * found.bsize;
  const above = dirname(folder);
  return found.code === "ENOENT" && above !== folder ? freeBytes(above) : undefined;
}

/** Free bytes on the fullest of the folders' disks; undefined if the system does not say. */
export async function leastFreeBytes(folders: string[]): Promise<number | undefined> {
  const known = (await Promise.all(folders.map(freeBytes))).filter((free) => free !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

/** Size of the connected database in bytes. */
export async function databaseBytes(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    "select pg_database_size(current_database())::float8 as bytes",
  );
  return rows[0]?.bytes ?? 0;
}

/** Formats a number of bytes: 1,288,490,188 as "1.3 GB". */
export function bytesInWords(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [bytes / 1e9, "GB"] : [bytes / 1e6, "MB"];
  return `${size < 10 ? size.toFixed(1) : Math.round(size).toLocaleString("en-US")} ${unit}`;
}

/** Message that the folder of a built-in database has too little room to restore a file; undefined if it has enough, or for a server. */
export async function noRoomToRestore(directory: string | undefined, file: string): Promise<string | undefined> {
  const free = directory === undefined ? undefined : await freeBytes(directory);
  if (free === undefined) return undefined;
  const needed = RESTORE_ROOM * (await stat(file)).size;
  return free < needed
    ? `There are ${bytesInWords(free)} free for the database in ${directory}; this backup needs ${bytesInWords(needed)} and more. Nothing was changed.`
    : undefined;
}

/** Message that the folder of a built-in database has too little room for a test; undefined if it has enough, or for a server. */
export async function noRoomToTest(directory: string | undefined, ownerUrl: string): Promise<string | undefined> {
  const free = directory === undefined ? undefined : await freeBytes(directory);
  if (free === undefined) return undefined;
  const owner = await connectAsOwner(ownerUrl);
  const needed = TEST_ROOM * (await databaseBytes(owner).finally(() => owner.end()));
  return free < needed
    ? `The disk has ${bytesInWords(free)} free; a test needs ${bytesInWords(needed)}, ${TEST_ROOM} times the size of the database.`
    : undefined;
}
