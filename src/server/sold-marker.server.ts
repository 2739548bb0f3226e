import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { faultOf, log } from "~/platform/log.server";

/** Path of the marker, a file beside the data directory which says that the shop has sold. */
const markerOf = (dataDirectory: string): string => `${dataDirectory}.sold`;

/**
 * Refuses to create a new shop in an emptied data directory: a lost disk or a wrong mount looks like a first start.
 *
 * @throws {UnusableEnv} when the directory has no database and its marker says that the shop sold.
 */
export async function refuseEmptied({
  databaseUrl,
  dataDirectory,
}: Pick<Env, "databaseUrl" | "dataDirectory">): Promise<void> {
  if (databaseUrl) return;
  const marker = markerOf(dataDirectory);
  const since = await readFile(marker, "utf8").catch(() => undefined);
  // The folder `postgres` proves that the directory was not emptied. An interrupted upgrade may have moved the database aside
  // within it.
  if (since === undefined || (await exists(join(dataDirectory, "postgres")))) return;
  throw new UnusableEnv(
    `${dataDirectory} has no database, but ${marker} says that a shop sold there (${since.trim()}). Put the folder back, or restore a backup: npm run shop -- restore FILE. To begin a new shop, delete ${marker}.`,
  );
}

/** Data directories whose marker could not be written: each process logs this once per directory. */
const refused = new Set<string>();

/** Writes the marker once the shop has a real order; a failure is logged once. */
export async function markSold(
  { databaseUrl, dataDirectory }: Pick<Env, "databaseUrl" | "dataDirectory">,
  db: Database,
): Promise<void> {
  if (databaseUrl || (await exists(markerOf(dataDirectory)))) return;
  const { rows } = await db.execute<{ sold: boolean }>(sql`select first_real_order() is not null as sold`);
  if (!rows[0]?.sold) return;
  await writeFile(markerOf(dataDirectory), `noted ${new Date().toISOString()}\n`, { flag: "wx", mode: 0o644 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST" || refused.has(dataDirectory)) return;
      refused.add(dataDirectory);
      log.warn({ error: faultOf(error) }, "no marker can be written beside the data directory");
    },
  );
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
