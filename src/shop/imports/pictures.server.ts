import { and, eq, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { picturesFor } from "~/platform/media.server";
import { importPictures } from "./imports.tables";
import type { Line } from "./lines";

/** The pictures that rows name: by address, or by the name of a file. */
export const picturesNamed = (lines: Line[]): string[] => [
  ...new Set(lines.flatMap((line) => [line.says("picture") ?? "", line.says("pairPicture") ?? ""]).filter(Boolean)),
];

/** Where the shop shows the pictures that rows name, as far as it has them: its own, and those of this or earlier imports. */
export async function knownPictures(
  db: Database,
  importId: number,
  lines: Line[],
): Promise<(source: string) => string | undefined> {
  const named = picturesNamed(lines);
  if (named.length === 0) return () => undefined;
  const rows = await db
    .select({ source: importPictures.source, path: importPictures.path, importId: importPictures.importId })
    .from(importPictures)
    .where(
      and(
        eq(importPictures.state, "stored"),
        sql`${importPictures.source} in (select jsonb_array_elements_text(${JSON.stringify(named)}::jsonb))`,
      ),
    )
    .orderBy(sql`${importPictures.importId} = ${importId}`, importPictures.importId);
  const own = await picturesFor(db, named.filter((source) => source.startsWith("/media/")));
  const paths = new Map(rows.flatMap(({ source, path }) => (path ? [[source, path] as const] : [])));
  for (const path of own.keys()) paths.set(path, path);
  return (source) => paths.get(source);
}

/** How many pictures a file names, and what became of them. */
export async function pictureCountsOf(
  db: Database,
  importId: number,
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
    .limit(FAILED_SHOWN);
  const named = rows.reduce((total, { count }) => total + count, 0);
  return { named, stored: rows.find(({ state }) => state === "stored")?.count ?? 0, failed };
}
const FAILED_SHOWN = 20;
