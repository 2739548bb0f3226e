import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import pg from "pg";

/** Free bytes on the disk of a folder, which need not exist yet; undefined if the system does not say. */
export async function freeBytes(folder: string): Promise<number | undefined> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => error);
  if (!(found instanceof Error)) return found.bavail * found.bsize;
  const above = dirname(folder);
  return found.code === "ENOENT" && above !== folder ? freeBytes(above) : undefined;
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
