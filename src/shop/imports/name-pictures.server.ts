import { and, asc, eq, gt, ne, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Mapping } from "./columns";
import { beginningOfWords } from "~/shop/visible-text";
import { fileNameOf } from "./file-name-of";
import { importLimits } from "./import-limits";
import { importPictures, importRows } from "./imports.tables";
import { lineReader } from "./mapped-row";
import { knownPaths, picturesNamed } from "./pictures.server";

interface Named {
  id: number;
  mapping: Mapping;
}

/** Number of rows that are read at a time. */
const ROWS_AT_ONCE = 1000;

/** Whether a changed mapping reads pictures from other columns. */
export const namesOtherPictures = (before: Mapping, now: Mapping): boolean =>
  (["picture", "pairPicture", "pictureWords"] as const).some((field) => before.indexOf(field) !== now.indexOf(field));

/**
 * Stores the pictures that rows name. Pictures that the shop already has, its own or from earlier imports, are marked as stored;
 * the others wait.
 */
export async function storePictures(
  tx: Transaction,
  { id, mapping }: Named,
  rows: { row: number; cells: string[]; mended?: Record<number, string> }[],
): Promise<void> {
  const readerOf = lineReader({ mapping, emptyClears: false });
  const named = picturesNamed(rows.map((row) => readerOf({ mended: {}, ...row })(false)));
  if (named.size === 0) return;
  const pathOf = await knownPaths(tx, id, [...named.keys()]);
  const pictures = [...named].map(([source, alt]) => {
    const path = pathOf(source) ?? null;
    return {
      source,
      file_name: fileNameOf(source),
      alt: beginningOfWords(alt, importLimits.pictureWords),
      path,
      state: path === null ? "waiting" : "stored",
    };
  });
  await tx.execute(sql`
    insert into import_pictures (import_id, source, file_name, alt, path, state)
    select ${id}, source, file_name, alt, path, state
    from jsonb_to_recordset(${JSON.stringify(pictures)}::jsonb) as named (source text, file_name text, alt text, path text, state text)
    on conflict (import_id, source) do update set alt = excluded.alt where import_pictures.alt = ''`);
}

/** Stores the pictures of an import anew after its mapping changed; stored pictures are kept. */
export async function renamePictures(tx: Transaction, { id, mapping }: Named): Promise<void> {
  await tx.delete(importPictures).where(and(eq(importPictures.importId, id), ne(importPictures.state, "stored")));
  await tx.update(importPictures).set({ alt: "" }).where(eq(importPictures.importId, id));
  for (let after = 0; ;) {
    const rows = await tx
      .select({ row: importRows.row, cells: importRows.cells, mended: importRows.mended })
      .from(importRows)
      .where(and(eq(importRows.importId, id), gt(importRows.row, after)))
      .orderBy(asc(importRows.row))
      .limit(ROWS_AT_ONCE);
    await storePictures(tx, { id, mapping }, rows);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_AT_ONCE) return;
    after = last.row;
  }
}
