import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { memoized, readUnder, tableKey } from "./cache-keys.server";
import { type Database, UNNAMED, writtenOnce } from "./database.server";
import { media, mediaUses } from "./media.tables";
import type { PictureStore } from "./picture-store.server";

/** A picture at a path where it is used. */
interface UsedPicture {
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
}

/** Number of pictures above which a response depends on one common cache key. */
const MANY_PICTURES = 400;

/** Cache key for the picture at a path and its alternative text, also if there is no picture. */
export const pictureKey = (path: string): string => `picture:${path}`;

/** Cache keys for the pictures in a response; above `MANY_PICTURES` one common key. */
export const pictureKeys = (paths: readonly string[]): string[] =>
  paths.length > MANY_PICTURES ? [tableKey("media_uses")] : paths.map(pictureKey);

/** Pictures at these paths; paths without a picture are left out. */
export async function picturesFor(db: Database, paths: Iterable<string>): Promise<Map<string, UsedPicture>> {
  const wanted = [...new Set(paths)];
  if (wanted.length === 0) return new Map();
  const rows = await readUnder(pictureKeys(wanted), () => picturesStatement(db).execute({ wanted }));
  return new Map(rows.map((picture) => [picture.path, picture]));
}

/** Pictures at these paths, read once for all documents that show exactly these. */
export const memoizedPictures = (db: Database, paths: readonly string[]): Promise<Map<string, UsedPicture>> =>
  memoized(`pictures ${paths.join(" ")}`, [], () => picturesFor(db, paths));

const picturesStatement = writtenOnce((db) =>
  db
    .select({
      path: mediaUses.path,
      hash: mediaUses.hash,
      width: media.width,
      height: media.height,
      alt: mediaUses.alt,
    })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(and(sql`${mediaUses.path} = any(${sql.placeholder("wanted")})`, sql`${media.type} like 'image/%'`))
    .prepare(UNNAMED),
);

/** Bytes and width of the pictures at these paths. */
export const weightsOf = (
  db: Database,
  paths: readonly string[],
): Promise<{ path: string; bytes: number; width: number }[]> =>
  db
    .select({ path: mediaUses.path, bytes: media.bytes, width: media.width })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(inArray(mediaUses.path, [...paths]));

/** The stored file at a path; undefined if there is none. */
export async function mediaAt(
  db: Database,
  path: string,
): Promise<{ hash: string; type: string; width: number } | undefined> {
  if (path.includes("\0")) return undefined;
  const [found] = await db
    .select({ hash: media.hash, type: media.type, width: media.width })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(eq(mediaUses.path, path));
  return found;
}

/** Records at which paths stored files are used; equal bytes are one file with several paths. */
export async function recordMediaUses(
  db: Database,
  files: { path: string; alt: string; stored: Awaited<ReturnType<PictureStore["store"]>> }[],
): Promise<void> {
  if (files.length === 0) return;
  const distinct = new Map(files.map(({ stored }) => [stored.hash, stored]));
  await db
    .insert(media)
    .values([...distinct.values()])
    .onConflictDoNothing();
  await db
    .insert(mediaUses)
    .values(files.map(({ path, alt, stored }) => ({ path, alt, hash: stored.hash })))
    .onConflictDoUpdate({ target: mediaUses.path, set: { hash: sql`excluded.hash`, alt: sql`excluded.alt` } });
}

/** Types of pictures of which smaller sizes are made. */
const RESIZED = ["image/webp", "image/jpeg", "image/png", "image/avif"];

/** Hashes of pictures without smaller sizes; first those with a path that matches one of `first`, in that order. */
export async function picturesWithoutWidths(db: Database, first: string[]): Promise<string[]> {
  const rank = sql`min(coalesce((select min(wanted.rank) from unnest(${sql.param(first)}::text[])
    with ordinality as wanted(pattern, rank) where ${mediaUses.path} like wanted.pattern), ${first.length + 1}))`;
  const rows = await db
    .select({ hash: media.hash })
    .from(media)
    .innerJoin(mediaUses, eq(mediaUses.hash, media.hash))
    .where(and(isNull(media.derivedAt), inArray(media.type, RESIZED)))
    .groupBy(media.hash)
    .orderBy(rank, asc(sql`min(${mediaUses.path})`));
  return rows.map(({ hash }) => hash);
}

/** Makes the smaller sizes of one picture. */
export async function makeWidths(db: Database, pictures: PictureStore, hash: string): Promise<void> {
  await pictures.derive(hash);
  await db
    .update(media)
    .set({ derivedAt: sql`now()` })
    .where(eq(media.hash, hash));
}

/** Number of stored pictures, and of those without smaller sizes. */
export async function pictureCounts(db: Database): Promise<{ stored: number; withoutWidths: number }> {
  const [row] = await db
    .select({
      stored: sql<number>`count(*)::int`,
      withoutWidths: sql<number>`(count(*) filter (where ${and(isNull(media.derivedAt), inArray(media.type, RESIZED))}))::int`,
    })
    .from(media)
    .where(sql`${media.type} like 'image/%'`);
  return row ?? { stored: 0, withoutWidths: 0 };
}

/** The first `most` pictures in these folders of `/media/`, with their alternative texts. */
export const picturesIn = (
  db: Database,
  folders: readonly string[],
  most: number,
): Promise<{ path: string; alt: string }[]> =>
  db
    .select({ path: mediaUses.path, alt: mediaUses.alt })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(and(sql`${media.type} like 'image/%'`, inArray(sql`split_part(${mediaUses.path}, '/', 3)`, [...folders])))
    .orderBy(asc(mediaUses.path))
    .limit(most);
