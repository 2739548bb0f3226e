import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { picturesFor } from "~/platform/media.server";
import { importPictures } from "./imports.tables";
import { type Line, linesIn, picturesIn, wordsOfPictures } from "./mapped-row";

/** Pictures that rows name by URL or file name, each with its alternative text. */
export function picturesNamed(lines: Line[]): Map<string, string> {
  const named = new Map<string, string>();
  for (const line of lines) {
    const sources = linesIn(line.says("picture"));
    const words = wordsOfPictures(sources, line.says("pictureWords") ?? "");
    const wordsOf = new Map(sources.map((source, place) => [source, words[place]]));
    for (const source of picturesIn(line)) if (!named.get(source)) named.set(source, wordsOf.get(source) ?? "");
  }
  return named;
}

/** Finds the stored path of each picture: the shop's own pictures, and those of this or earlier imports. */
export async function knownPaths(
  db: Database,
  importId: number,
  sources: string[],
): Promise<(source: string) => string | undefined> {
  if (sources.length === 0) return () => undefined;
  const rows = await db
    .select({ source: importPictures.source, path: importPictures.path })
    .from(importPictures)
    .where(
      and(
        eq(importPictures.state, "stored"),
        sql`${importPictures.source} in (select jsonb_array_elements_text(${JSON.stringify(sources)}::jsonb))`,
      ),
    )
    .orderBy(sql`${importPictures.importId} = ${importId}`, importPictures.importId);
  const own = await picturesFor(
    db,
    sources.filter((source) => source.startsWith("/media/")),
  );
  const paths = new Map(rows.flatMap(({ source, path }) => (path ? [[source, path] as const] : [])));
  for (const path of own.keys()) paths.set(path, path);
  return (source) => paths.get(source);
}

/** Number of pictures that the file of an import names, by state; at most `mostFailed` that could not be fetched are named. */
export async function pictureCountsOf(
  db: Database,
  importId: number,
  mostFailed: number,
): Promise<{ named: number; stored: number; failed: { source: string; reason: string }[] }> {
  const rows = await db
    .select({ state: importPictures.state, count: sql<number>`count(*)::int` })
    .from(importPictures)
    .where(eq(importPictures.importId, importId))
    .groupBy(importPictures.state);
  const failed = await db
    .select({ source: importPictures.source, reason: importPictures.reason })
    .from(importPictures)
    .where(and(eq(importPictures.importId, importId), eq(importPictures.state, "failed")))
    .orderBy(importPictures.source)
    .limit(mostFailed);
  const named = rows.reduce((total, { count }) => total + count, 0);
  return { named, stored: rows.find(({ state }) => state === "stored")?.count ?? 0, failed };
}
