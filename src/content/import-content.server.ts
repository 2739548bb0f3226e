import { basename } from "node:path";
import type { Database } from "~/platform/database.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { applyContent } from "./apply-content.server";
import type { LeftOut } from "./content-import";
import type { TableOutcome } from "./outcome-words";
import { dropImport, stageContent } from "./stage-content.server";

export interface ImportOutcome {
  /** Number of the import, by which it can be undone. */
  number: number;
  tables: TableOutcome[];
  pictures: number;
  leftOut: LeftOut;
  /** False if nothing was written because existing rows would be overwritten without `overwrite`. */
  isDone: boolean;
}

/**
 * Imports a file for the operator, all or nothing: stores its rows beside the shop, then applies them. Existing rows are
 * overwritten only with `overwrite`, except default texts that no member has changed in a new shop without products; rows that
 * are not in the file are kept.
 *
 * @throws {UnusableFile} if the file is invalid.
 * @throws {Refusal} `edited-meanwhile` if the shop's content changed during the import.
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
