import { basename } from "node:path";
import type { Database } from "~/platform/database.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { applyContent } from "./apply-content.server";
import type { LeftOut } from "./content-import";
import type { TableOutcome } from "./outcome-texts";
import { dropImport, stageContent } from "./stage-content.server";

export interface ImportOutcome {
  /** Number by which it is taken back. */
  number: number;
  tables: TableOutcome[];
  pictures: number;
  leftOut: LeftOut;
  /** Whether it was done; not, where it would have written over something without being told to. */
  isDone: boolean;
}

/**
 * Imports the content of a file as whoever runs the server, all or nothing: reads it in beside the shop, then applies it. What the
 * shop has already is written over only with `overwrite`, and what the file does not have stays. The words that a shop without
 * goods began with count as nobody's until the first import: that one writes over them, unless a member has changed them.
 *
 * @throws {UnusableFile}. @throws {Refusal} `edited-meanwhile` where the shop was changed at this moment.
 */
export async function importContent(
  shop: { db: Database; pictures: PictureStore },
  file: string,
  { overwrite = false, mostText }: { overwrite?: boolean; mostText?: number } = {},
): Promise<ImportOutcome> {
  const staged = await stageContent(shop, {
    path: file,
    name: basename(file),
    memberId: null,
    ...(mostText !== undefined && { mostLetters: mostText }),
  });
  const { id, tables, pictures, leftOut, asked, version } = staged;
  const outcome = { number: id, tables, pictures, leftOut };
  if (asked > 0 && !overwrite) {
    await dropImport(shop.db, id);
    return { ...outcome, isDone: false };
  }
  try {
    await applyContent(shop, { id, importer: "command", version });
  } catch (error) {
    await dropImport(shop.db, id);
    throw error;
  }
  return { ...outcome, isDone: true };
}
