import { createHash } from "node:crypto";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { PictureStore } from "~/platform/picture-store.server";
import { UnusablePicture } from "~/platform/picture-store.server";
import { visible } from "~/shop/visible-text";
import { guardedSettings } from "~/shop/settings";
import { checkedRow, pictureOf, storableRow } from "./checked-row.server";
import { type ContentHead, digestIn, END_OF_RECORDS, headIn, VERSION } from "./content-file";
import type { LeftOut } from "./content-import";
import { contentImportRows, contentImports } from "./content-imports.tables";
import { contentLimits } from "./content-limits";
import { boundComplaint } from "./form-bounds.server";
import { fitting } from "./fitting.server";
import { type Line, linesOf, recordOf, MOST_COMPLAINTS, UnusableFile } from "./read-content.server";
import { refuseRings } from "./refuse-rings.server";
import { countedRows, digestOf, holdsFirstWords, longWork, markRows, stagedRows } from "./staged-rows.server";

export type ContentImport = typeof contentImports.$inferSelect;

/** Name of the table under which pictures of a file are stored among its rows. */
export const PICTURES = "#pictures";
const ROWS_AT_ONCE = 500;
const LETTERS_AT_ONCE = 4_000_000;

export interface Shop {
  db: Database;
  pictures: PictureStore;
}

interface Read {
  path: string;
  /** File name as sent by the browser. */
  name: string;
  /** Id of the importing member; null for the operator's command. */
  memberId: string | null;
  mostLetters?: number;
}

/**
 * Validates a file, stores its rows and pictures beside the shop in portions, and compares the rows with the shop's content,
 * which is not changed.
 *
 * @throws {UnusableFile} if the file is invalid.
 */
export async function stageContent(shop: Shop, { path, name, memberId, mostLetters }: Read): Promise<ContentImport> {
  const letters = mostLetters ?? contentLimits.letters;
  const { head, numbers } = await checkFile(shop.db, path, letters);
  const [entry] = await shop.db
    .insert(contentImports)
    .values({ file: fileName(name), memberId, head, leftOut: { settings: [], numbers } })
    .returning({ id: contentImports.id });
  if (!entry) throw new Error("The import was not written.");
  try {
    const pictures = await storeRows(shop, entry.id, path, head.version);
    return await fitting(() =>
      shop.db.transaction(async (tx) => {
        await refuseRings(tx, entry.id);
        return compared(tx, entry.id, { pictures, isFirst: true });
      }),
    );
  } catch (error) {
    await dropImport(shop.db, entry.id);
    throw error;
  }
}

const fileName = (name: string): string => visible(name).split(/[/\\]/).at(-1)?.slice(-200) || "shop.json";

/** Compares a stored import with the shop's current content, and stores which rows would change. */
export async function compared(
  tx: Transaction,
  id: number,
  { pictures, isFirst = false }: { pictures?: number; isFirst?: boolean } = {},
): Promise<ContentImport> {
  await longWork(tx);
  const [entry] = await tx.select().from(contentImports).where(eq(contentImports.id, id)).for("update");
  if (!entry) throw new Error("The import is gone.");
  const isEmpty = await hasNoGoods(tx);
  const isFresh = isEmpty && (await holdsFirstWords(tx));
  // Guarded settings are imported only by the operator's command into a shop without products, which has nothing to protect yet.
  if (isFirst && !(entry.memberId === null && isEmpty)) await leaveOutGuarded(tx, id);
  if (!isEmpty) await withoutSamples(tx, id);
  const counted = [];
  for (const staged of await stagedRows(tx, id)) {
    await markRows(tx, staged);
    counted.push(await countedRows(tx, staged));
  }
  const asked = counted.reduce((sum, { outcome, members }) => sum + (isFresh ? members : outcome.changed), 0);
  const leftOut: LeftOut = { ...entry.leftOut, settings: await differingGuarded(tx, id) };
  const [now] = await tx
    .update(contentImports)
    .set({
      state: "staged",
      tables: counted.map(({ outcome }) => outcome),
      asked,
      leftOut,
      digest: await digestOf(tx, id),
      version: entry.version + 1,
      ...(pictures !== undefined && { pictures }),
    })
    .where(eq(contentImports.id, id))
    .returning();
  if (!now) throw new Error("The import is gone.");
  return now;
}

/** Marks imported rows as the shop's own if it has products, so that clearing the demo does not remove them. */
async function withoutSamples(tx: Transaction, id: number): Promise<void> {
  await tx.execute(sql`update content_import_rows set row = row || '{"sample": false}'
    where import_id = ${id} and row -> 'sample' = 'true'`);
}

async function hasNoGoods(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ has: boolean }>(sql`select exists (select from products) as has`);
  return rows[0]?.has !== true;
}

/** Excludes settings that need a factor from the import; a member has to change them on their page. */
async function leaveOutGuarded(tx: Transaction, id: number): Promise<void> {
  await tx
    .update(contentImportRows)
    .set({ state: "left-out" })
    .where(
      and(
        eq(contentImportRows.importId, id),
        eq(contentImportRows.table, "settings"),
        inArray(sql`${contentImportRows.row} ->> 'name'`, [...guardedSettings]),
      ),
    );
}

/** Names of excluded settings whose values in the file differ from the shop's. */
async function differingGuarded(tx: Transaction, id: number): Promise<string[]> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select row ->> 'name' as name from content_import_rows left join settings own on own.name = row ->> 'name'
    where import_id = ${id} and state = 'left-out' and own.value is distinct from row -> 'value' order by 1`);
  return rows.map(({ name }) => name);
}

/** Reads the whole file and checks that it is complete, unchanged and valid. */
async function checkFile(db: Database, path: string, letters: number): Promise<{ head: ContentHead; numbers: number }> {
  const digest = createHash("sha256");
  const complaints: string[] = [];
  const known: Known = { hashes: new Set(), used: new Set(), numbers: 0 };
  let head: ContentHead | undefined;
  let ended = false;
  for await (const line of linesOf(path, { letters })) {
    const { number, text } = line;
    if (number === 1) head = headOf(text);
    else if (ended) {
      if (digestIn(text) === undefined || digestIn(text) !== digest.digest("hex")) break;
      if (complaints.length > 0) throw new UnusableFile(complaints.slice(0, MOST_COMPLAINTS).join("\n"));
      requirePictures(known);
      return { head: head as ContentHead, numbers: known.numbers };
    } else if (text === END_OF_RECORDS) ended = true;
    else if (complaints.length < MOST_COMPLAINTS)
      complaints.push(...(await checkRecord(db, line, head?.version ?? VERSION, known)));
    digest.update(text).update("\n");
  }
  throw new UnusableFile("The file is damaged: not all of it is there, or it was changed after the export.");
}

interface Known {
  hashes: Set<string>;
  used: Set<string>;
  /** Number of order numbers and request keys in the file. */
  numbers: number;
}

function headOf(line: string): ContentHead {
  const head = headIn(line);
  if (!head) throw new UnusableFile("This is no export of a shop's content.");
  if (head.version > VERSION) throw new UnusableFile("This export was made by a newer version of the shop.");
  return head;
}

async function checkRecord(db: Database, line: Line, version: number, known: Known): Promise<string[]> {
  const record = recordOf(line);
  const { number } = line;
  if ("complaint" in record) return [`Line ${number}${record.complaint}`];
  if ("picture" in record) {
    known.hashes.add(record.picture);
    return pictureOf(record) ? [] : [`Line ${number}: the picture ${record.picture} is damaged.`];
  }
  if (record.table === "media_uses") known.used.add(String(record.row.hash));
  const { row, complaint: fault } = checkedRow(record, version);
  const complaint = fault ?? (await boundComplaint(db, record.table, row));
  if (!complaint)
    known.numbers += PRIVATE.filter((name) => record.row[name] !== undefined && record.row[name] !== null).length;
  return complaint ? [`Line ${number}, ${record.table}: ${complaint}`] : [];
}

/** Columns in version 1 of the format that contain a shopper's order number or request key. */
const PRIVATE = ["order_number", "request_key"];

function requirePictures({ hashes, used }: Known): void {
  const missing = [...used].filter((hash) => !hashes.has(hash));
  if (missing.length > 0)
    throw new UnusableFile(`${missing.length} pictures are not in the file, ${missing[0]} first.`);
}

/**
 * Stores a file's rows in portions, each in a transaction, and its pictures. The shop shows none of the pictures until the import
 * is applied.
 *
 * @returns the number of pictures.
 */
async function storeRows({ db, pictures }: Shop, id: number, path: string, version: number): Promise<number> {
  let waiting: { line: number; table: string; row: unknown }[] = [];
  let [letters, count] = [0, 0];
  const store = async () => {
    if (waiting.length === 0) return;
    const rows = JSON.stringify(waiting);
    [waiting, letters] = [[], 0];
    await fitting(() =>
      db.execute(sql`
        insert into content_import_rows (import_id, line, "table", row)
        select ${id}, line, "table", row from jsonb_to_recordset(${rows}::jsonb) as read (line int, "table" text, row jsonb)`),
    );
  };
  for await (const line of linesOf(path, { letters: Infinity })) {
    const record = recordOf(line);
    if ("complaint" in record) continue;
    const isPicture = "picture" in record;
    if (isPicture) count += 1;
    const table = isPicture ? PICTURES : record.table;
    const row = isPicture ? await storedPicture(pictures, record) : storableRow(record, version);
    waiting.push({ line: line.number, table, row });
    if (!isPicture) letters += line.text.length;
    if (waiting.length >= ROWS_AT_ONCE || letters >= LETTERS_AT_ONCE) await store();
  }
  await store();
  return count;
}

async function storedPicture(pictures: PictureStore, record: { picture: string; data: string }) {
  try {
    return await pictures.store(pictureOf(record) ?? Buffer.alloc(0));
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    throw new UnusableFile(`The picture ${record.picture} cannot be shown: ${error.message}`);
  }
}

/**
 * Marks an import that is not applied as dropped, and deletes its rows. The rows of its pictures stay for the sweep, which
 * deletes the pictures later.
 *
 * @returns whether there was one.
 */
export async function dropImport(db: Database, id: number): Promise<boolean> {
  const [dropped] = await db
    .update(contentImports)
    .set({ state: "dropped" })
    .where(and(eq(contentImports.id, id), inArray(contentImports.state, ["reading", "staged", "dropped"])))
    .returning({ id: contentImports.id });
  if (dropped)
    await db
      .delete(contentImportRows)
      .where(and(eq(contentImportRows.importId, id), ne(contentImportRows.table, PICTURES)));
  return dropped !== undefined;
}
