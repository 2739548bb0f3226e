import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { media } from "~/platform/media.tables";
import { type PictureStore, type StoredPicture, UnusablePicture } from "~/platform/picture-store.server";
import { inPortions } from "~/platform/portions";
import { loadZipPlaces } from "~/demo/zip-places.server";
import { system } from "~/shop/actor";
import { checkedRow, pictureOf } from "./checked-row.server";
import { digestIn, END_OF_RECORDS, type ContentHead, headIn, VERSION } from "./content-file";
import { contentLimits } from "./content-limits";
import { holdsFirstWords, plan, type Planned, type Row, rowsOf, write } from "./content-rows.server";
import { contentTables } from "./content-tables";
import type { TableOutcome } from "./outcome-texts";
import { type Line, linesOf, recordOf, UnusableFile } from "./read-content.server";

export interface ImportOutcome {
  head: ContentHead;
  tables: TableOutcome[];
  pictures: number;
  /** Whether it was done; not, where it would have written over something without being told to. */
  isDone: boolean;
}

/** So many rows are staged by one statement. */
const ROWS_AT_ONCE = 500;
const MOST_COMPLAINTS = 20;

/**
 * Imports the content of a file, all or nothing. First the whole file is read and checked, before anything is written; what the
 * shop has already is written over only with `overwrite`, and what the file does not have stays. The words that a shop without
 * goods began with count as nobody's until the first import: that one writes over them, unless a member has changed them.
 *
 * @throws {UnusableFile}.
 */
export async function importContent(
  { db, pictures }: { db: Database; pictures: PictureStore },
  file: string,
  { overwrite = false, mostText = contentLimits.letters }: { overwrite?: boolean; mostText?: number } = {},
): Promise<ImportOutcome> {
  const { head, pictures: count } = await checkFile(file, mostText);
  const stored = await storePictures(pictures, file);
  const incoming = await rowsIn(file, head.version);
  return fitting(() =>
    db.transaction(async (tx) => {
      await tx.execute(sql`set local timezone = 'UTC'`);
      // Two imports take turns, and both see what the first wrote.
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('content import', 0))`);
      await recordFiles(tx, stored);
      const isFresh = await holdsFirstWords(tx);
      const plans: Planned[] = [];
      for (const table of contentTables) plans.push(await plan(tx, table, rowsOf(incoming, table), isFresh));
      const tables = plans.map(({ outcome }) => outcome);
      if (!overwrite && plans.some(({ asked }) => asked > 0)) return { head, tables, pictures: count, isDone: false };
      for (const table of contentTables) await write(tx, table, rowsOf(incoming, table));
      await finish(tx);
      return { head, tables, pictures: count, isDone: true };
    }),
  );
}

/** Rows that the database does not take, such as one that names a category which is nowhere, are the file's fault. */
async function fitting<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const { code, message } = (error instanceof Error ? (error.cause ?? error) : {}) as {
      code?: string;
      message?: string;
    };
    // Also what is beyond its own bounds, of a row or of its disk.
    if (!/^(21|22|23|53|54)/.test(code ?? "")) throw error;
    throw new UnusableFile(`The file does not fit together, nothing was written: ${message}`);
  }
}

/** Reads the file to its end: whether all of it is there, unchanged, and each record fits. */
async function checkFile(file: string, mostText: number): Promise<{ head: ContentHead; pictures: number }> {
  const digest = createHash("sha256");
  const complaints: string[] = [];
  const known = { hashes: new Set<string>(), used: new Set<string>() };
  let head: ContentHead | undefined;
  let ended = false;
  for await (const line of linesOf(file, { letters: mostText })) {
    const { number, text } = line;
    if (number === 1) head = headOf(text);
    else if (ended) {
      if (digestIn(text) === undefined || digestIn(text) !== digest.digest("hex")) break;
      if (complaints.length > 0) throw new UnusableFile(complaints.slice(0, MOST_COMPLAINTS).join("\n"));
      requirePictures(known);
      return { head: head as ContentHead, pictures: known.hashes.size };
    } else if (text === END_OF_RECORDS) ended = true;
    else if (complaints.length < MOST_COMPLAINTS)
      complaints.push(...checkRecord(line, head?.version ?? VERSION, known));
    digest.update(text).update("\n");
  }
  throw new UnusableFile("The file is damaged: not all of it is there, or it was changed after the export.");
}

function headOf(line: string): ContentHead {
  const head = headIn(line);
  if (!head) throw new UnusableFile("This is no export of a shop's content.");
  if (head.version > VERSION) throw new UnusableFile("This export was made by a newer version of the shop.");
  return head;
}

function checkRecord(line: Line, version: number, known: { hashes: Set<string>; used: Set<string> }): string[] {
  const record = recordOf(line);
  const { number } = line;
  if ("complaint" in record) return [`Line ${number}${record.complaint}`];
  if ("picture" in record) {
    known.hashes.add(record.picture);
    return pictureOf(record) ? [] : [`Line ${number}: the picture ${record.picture} is damaged.`];
  }
  if (record.table === "media_uses") known.used.add(String(record.row.hash));
  const { complaint } = checkedRow(record, version);
  return complaint ? [`Line ${number}, ${record.table}: ${complaint}`] : [];
}

function requirePictures({ hashes, used }: { hashes: Set<string>; used: Set<string> }): void {
  const missing = [...used].filter((hash) => !hashes.has(hash));
  if (missing.length > 0)
    throw new UnusableFile(`${missing.length} pictures are not in the file, ${missing[0]} first.`);
}

/** Puts the pictures into the store, where nothing shows them until their rows are there. */
async function storePictures(pictures: PictureStore, file: string): Promise<StoredPicture[]> {
  const stored: StoredPicture[] = [];
  for await (const line of linesOf(file)) {
    const record = line.isPicture ? recordOf(line) : undefined;
    if (!record || !("picture" in record)) continue;
    const bytes = pictureOf(record);
    try {
      if (bytes) stored.push(await pictures.store(bytes));
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      throw new UnusableFile(`The picture ${record.picture} cannot be shown: ${error.message}`);
    }
  }
  return stored;
}

/** The rows of the file by their table. They are held whole: beside pictures they are small. */
async function rowsIn(file: string, version: number): Promise<Map<string, Row[]>> {
  const rows = new Map<string, Row[]>();
  for await (const line of linesOf(file)) {
    const record = recordOf(line);
    if (!("table" in record)) continue;
    const own = rows.get(record.table) ?? [];
    if (own.length === 0) rows.set(record.table, own);
    own.push(checkedRow(record, version).row);
  }
  return rows;
}

async function recordFiles(tx: Transaction, stored: StoredPicture[]): Promise<void> {
  for (const some of inPortions(stored, ROWS_AT_ONCE)) await tx.insert(media).values(some).onConflictDoNothing();
}

/** What follows from the rows: stock has its first movement, places are there, and the shop counts as stocked. */
async function finish(tx: Transaction): Promise<void> {
  await tx.execute(sql`
    insert into stock_movements (variant_id, quantity, cause, reference, actor)
    select id, stock, 'import', 'content of another shop', ${JSON.stringify(system)}::jsonb from variants
    where stock > 0 and not exists (select from stock_movements where variant_id = variants.id) order by id`);
  await loadZipPlaces(tx);
  await tx.execute(sql`
    insert into stocked (started_with) values ('import') on conflict ("is") do update set started_with = 'import'`);
}
