import { and, inArray, lt, sql } from "drizzle-orm";
import { HOUR } from "~/platform/durations";
import { CONTENT_IMPORT, WAITING_HOURS } from "./content-import";
import { contentImports } from "./content-imports.tables";
import { PICTURES, type Shop } from "./stage-content.server";

/**
 * Deletes imports that were not applied within a day, also those of a process that died, with pictures that nothing else uses.
 * Deletes the stored rows of applied imports once no act on them can be undone; taking an import back is such an act too.
 */
export async function sweepContentImports(
  { db, pictures }: Shop,
  { undoDays }: { undoDays: number },
  now = new Date(),
): Promise<void> {
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * HOUR);
  await db
    .update(contentImports)
    .set({ state: "dropped" })
    .where(
      and(inArray(contentImports.state, ["reading", "staged"]), lt(contentImports.createdAt, hoursAgo(WAITING_HOURS))),
    );
  const kept = await removePictures({ db, pictures }, hoursAgo(WAITING_HOURS));
  await db.execute(sql`
    delete from content_import_rows using content_imports as entry where entry.id = import_id
      and ((entry.state = 'dropped' and not ("table" = ${PICTURES} and row ->> 'hash' = any(${sql.param(kept)})))
        or (entry.state in ('in', 'back') and not exists (select from audit
          where kind = ${CONTENT_IMPORT} and record = entry.id::text and at >= ${hoursAgo(undoDays * 24).toISOString()})))`);
}

/**
 * Removes the pictures of deleted imports, unless the shop shows them or another import has them. Returns the hashes of pictures
 * that were stored too lately to be removed: a file that is being read may need them.
 */
async function removePictures({ db, pictures }: Shop, storedBefore: Date): Promise<string[]> {
  const { rows } = await db.execute<{ hash: string }>(sql`
    select line.row ->> 'hash' as hash from content_import_rows line join content_imports entry on entry.id = line.import_id
    where line."table" = ${PICTURES} and line.row ->> 'hash' <> ''
      and not exists (select from media where media.hash = line.row ->> 'hash')
    group by 1 having bool_and(entry.state = 'dropped')`);
  const kept: string[] = [];
  for (const { hash } of rows) {
    await pictures.remove(hash, storedBefore);
    if (await pictures.original(hash)) kept.push(hash);
  }
  return kept;
}
