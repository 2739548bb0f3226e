import { basename } from "node:path";
import type { Database } from "~/platform/database.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { applyContent } from "./apply-content.server";
import type { LeftOut } from "./content-import";
import type { TableOutcome } from "./outcome-texts";
import { dropImport, stageContent } from "./stage-content.server";

export interface ImportOutcome {
  /** Number of the import; needed to undo it. */
  number: number;
  tables: TableOutcome[];
  pictures: number;
  leftOut: LeftOut;
  /** False when it would overwrite rows without `overwrite`. */
  isDone: boolean;
}

/**
 * Imports a file for the operator, all or nothing: stores it beside the shop, then applies it. Existing rows are overwritten only with
 * `overwrite`; rows that the file lacks are kept. A shop without products starts with default texts; the first import overwrites them
 * unless a member has changed them.
 *
 * @throws {UnusableFile}.
 * @throws {Refusal} `edited-meanwhile` where the shop was changed at this moment.
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
