import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { faultOf, log } from "~/platform/log.server";

/** File beside the data directory that says that a shop sold there. */
const markerOf = (dataDirectory: string): string => `${dataDirectory}.sold`;

/**
 * Refuses to begin a new shop in a data directory that was emptied: a lost disk or a wrong mount looks like a first start.
 *
 * @throws {UnusableEnv} when the directory has no database and its marker says that it sold.
 */
export async function refuseEmptied({
  databaseUrl,
  dataDirectory,
}: Pick<Env, "databaseUrl" | "dataDirectory">): Promise<void> {
  if (databaseUrl) return;
  const marker = markerOf(dataDirectory);
  const since = await readFile(marker, "utf8").catch(() => undefined);
  // An upgrade that was cut may have moved the database aside, and is brought to its end by its own code.
  if (since === undefined || (await exists(join(dataDirectory, "postgres")))) return;
  throw new UnusableEnv(
    `${dataDirectory} has no database, but ${marker} says that a shop sold there (${since.trim()}). Put the folder back, or restore a backup: npm run shop -- restore FILE. To begin a new shop, delete ${marker}.`,
  );
}

/** Markers that could not be written: said once by each process. */
const refused = new Set<string>();

/** Leaves the marker once the shop has a real order, where the folder above the data directory can be written. */
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
