import { and, eq, inArray, isNotNull, isNull, lt, sql } from "drizzle-orm";
import type { Database, Transaction } from "./database.server";
import { DAY } from "./durations";
import { media, mediaUses } from "./media.tables";
import type { PictureStore, StoredPicture } from "./picture-store.server";

/** A used picture with its alternative text, for editing. */
export interface MaintainedPicture {
  path: string;
  hash: string;
  width: number;
  height: number;
  alt: string;
  version: number;
}

/** Pictures at these paths, by path. */
export async function maintainedPictures(db: Database, paths: string[]): Promise<Map<string, MaintainedPicture>> {
  if (paths.length === 0) return new Map();
  const rows = await db
    .select({
      path: mediaUses.path,
      hash: mediaUses.hash,
      width: media.width,
      height: media.height,
      alt: mediaUses.alt,
      version: mediaUses.version,
    })
    .from(mediaUses)
    .innerJoin(media, eq(media.hash, mediaUses.hash))
    .where(inArray(mediaUses.path, paths));
  return new Map(rows.map((picture) => [picture.path, picture]));
}

/** Records an uploaded picture at an unused path; if there is a record at the path, it is not changed. */
export async function recordUpload(
  tx: Transaction,
  { path, stored, alt = "" }: { path: string; stored: StoredPicture; alt?: string },
): Promise<void> {
  await tx.insert(media).values(stored).onConflictDoNothing();
  await tx.insert(mediaUses).values({ path, alt, hash: stored.hash, unusedSince: new Date() }).onConflictDoNothing();
}

/** Alternative text of the picture at a path, locked for an update; undefined if there is no picture. */
export async function lockedWords(
  tx: Transaction,
  path: string,
): Promise<{ version: number; alt: string } | undefined> {
  const [row] = await tx
    .select({ version: mediaUses.version, alt: mediaUses.alt })
    .from(mediaUses)
    .where(eq(mediaUses.path, path))
    .for("update");
  return row;
}

/** Writes the alternative text of the picture at a path if the record still has this version; returns the new version. */
export async function writeWords(
  tx: Transaction,
  { path, alt, version }: { path: string; alt: string; version: number },
): Promise<number | undefined> {
  const [row] = await tx
    .update(mediaUses)
    .set({ alt, version: version + 1 })
    .where(and(eq(mediaUses.path, path), eq(mediaUses.version, version)))
    .returning({ version: mediaUses.version });
  return row?.version;
}

/**
 * Records that pictures are shown from now on (`shown`) or not any more (`dropped`); a later sweep checks the latter. Returns the
 * paths in `shown` that have no picture.
 */
export async function noteUses(
  tx: Transaction,
  { shown, dropped }: { shown: string[]; dropped: string[] },
): Promise<string[]> {
  const known =
    shown.length === 0
      ? []
      : // Locked, so that a sweep does not remove the pictures meanwhile.
        await tx.select({ path: mediaUses.path }).from(mediaUses).where(inArray(mediaUses.path, shown)).for("share");
  const kept = (paths: string[]) => inArray(mediaUses.path, paths);
  if (known.length > 0)
    await tx
      .update(mediaUses)
      .set({ unusedSince: null })
      .where(and(kept(known.map(({ path }) => path)), isNotNull(mediaUses.unusedSince)));
  if (dropped.length > 0)
    await tx
      .update(mediaUses)
      .set({ unusedSince: new Date() })
      .where(and(kept(dropped), isNull(mediaUses.unusedSince)));
  const paths = new Set(known.map(({ path }) => path));
  return shown.filter((path) => !paths.has(path));
}

/** Tables whose rows are not shown on any page: former values, and the records of uses themselves. */
const NOT_SHOWING = ["media", "media_uses", "audit", "audit_shopper_data", "submissions", "picture_lists"];
/** Number of pictures that are checked at a time. */
const AT_ONCE = 100;

/**
 * Removes pictures that are unused since before `unusedBefore`. A picture whose path or hash occurs in a row of any table is kept
 * and checked again later, so that new tables need no registration. Returns the number of removed pictures.
 */
export async function sweepUnused(
  { db, pictures }: { db: Database; pictures: PictureStore },
  { unusedBefore, now = new Date() }: { unusedBefore: Date; now?: Date },
): Promise<number> {
  let gone = 0;
  for (;;) {
    const { looked, hashes, removed } = await db.transaction(async (tx) => {
      const found = await tx
        .select({ path: mediaUses.path, hash: mediaUses.hash })
        .from(mediaUses)
        .where(lt(mediaUses.unusedSince, unusedBefore))
        .limit(AT_ONCE)
        .for("update", { skipLocked: true });
      const named = await namedAnywhere(tx, [...new Set(found.flatMap(({ path, hash }) => [path, hash]))]);
      const isShown = ({ path, hash }: { path: string; hash: string }) => named.has(path) || named.has(hash);
      const pathsOf = (rows: { path: string }[]) => rows.map(({ path }) => path);
      const [shown, unused] = [found.filter(isShown), found.filter((use) => !isShown(use))];
      if (shown.length > 0)
        await tx
          .update(mediaUses)
          .set({ unusedSince: now })
          .where(inArray(mediaUses.path, pathsOf(shown)));
      if (unused.length > 0) await tx.delete(mediaUses).where(inArray(mediaUses.path, pathsOf(unused)));
      const files = await withoutUse(
        tx,
        unused.map(({ hash }) => hash),
      );
      return { looked: found.length, hashes: files, removed: unused.length };
    });
    for (const hash of hashes) await pictures.remove(hash, new Date(now.getTime() - DAY));
    gone += removed;
    if (looked < AT_ONCE) return gone;
  }
}

/** Deletes those of the files that no path uses any more; returns their hashes. */
async function withoutUse(tx: Transaction, hashes: string[]): Promise<string[]> {
  if (hashes.length === 0) return [];
  const rows = await tx
    .delete(media)
    .where(
      and(
        inArray(media.hash, hashes),
        sql`not exists (select from ${mediaUses} where ${mediaUses.hash} = ${media.hash})`,
      ),
    )
    .returning({ hash: media.hash });
  return rows.map(({ hash }) => hash);
}

/**
 * Filters texts by whether any row of the shop's tables contains them. Names of columns are qualified, because a table may have
 * a column `text`.
 */
async function namedAnywhere(tx: Transaction, texts: string[]): Promise<Set<string>> {
  if (texts.length === 0) return new Set();
  const { rows: tables } = await tx.execute<{ name: string }>(sql`
    select quote_ident(tablename) as name from pg_tables
    where schemaname = 'public' and tablename <> all(${sql.param(NOT_SHOWING)}::text[])`);
  const found = new Set<string>();
  for (const { name } of tables) {
    const left = texts.filter((text) => !found.has(text));
    if (left.length === 0) break;
    const { rows } = await tx.execute<{ text: string }>(sql`
      select asked.text from unnest(${sql.param(left)}::text[]) as asked (text)
      where exists (select from ${sql.raw(name)} as held where strpos((held.*)::text, asked.text) > 0)`);
    for (const { text } of rows) found.add(text);
  }
  return found;
}
