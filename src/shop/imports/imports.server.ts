import { and, desc, eq, lt, ne, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import type { TaxKind } from "~/shop/catalog/kinds-for-tax";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { visible } from "~/shop/visible-text";
import { Refusal } from "~/shop/refusal";
import { checkRows, type Import } from "./check.server";
import { fieldKeys, guessMapping, isForeign, type Mapping, namesNoProduct, plain } from "./columns";
import { type Decimal, NO_COUNTS, type OtherMoney, type UntoldStock } from "./import";
import { importLimits } from "./import-limits";
import { importPictures, importRows, imports } from "./imports.tables";
import { namesOtherPictures, renamePictures, storePictures } from "./name-pictures.server";
import { chosenBefore, kindsBefore, optionsBefore } from "./file-categories.server";
import { tableOf } from "./file-table.server";
import { type FileRow, formatOf, UnreadableFile } from "./read-file.server";

/** Importer of a file: a member, or the operator's command. */
export type Importer = Member | "command";

/** Name of an advisory lock that admits one file at a time; reading a second file at the same time is refused. */
const READING_LOCK = "reading an import";
const ROWS_AT_ONCE = 500;
const LETTERS_AT_ONCE = 5_000_000;

/**
 * Checks that a member may import; the command always may.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function requireImporter(services: { db: Database }, importer: Importer): Promise<void> {
  if (importer !== "command") await requireRight(services, importer, "goods.import");
}

/**
 * Stores the rows of a file and previews what each would change, without changing products. All or nothing is stored. Returns the
 * number of the import.
 *
 * @throws {UnreadableFile} if the file is no table, has no rows or too long a cell, or while another file is read; `Refusal`
 * `right-missing`.
 */
export async function readImport(
  services: { db: Database },
  importer: Importer,
  { path, file }: { path: string; file: string },
): Promise<number> {
  await requireImporter(services, importer);
  const format = await formatOf(path);
  const table = await tableOf(services.db, path, format);
  return services.db.transaction(async (tx) => {
    const { rows: locks } = await tx.execute<{ free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${READING_LOCK}, 0)) as free`,
    );
    if (!locks[0]?.free) throw new UnreadableFile("busy");
    const headsKey = headsKeyOf(table.headers);
    const before = await mappingBefore(tx, headsKey, table.headers);
    const mapping = before?.mapping ?? guessMapping(table.headers);
    const [entry] = await tx
      .insert(imports)
      .values({
        file: fileName(file),
        memberId: importer === "command" ? null : importer.id,
        encoding: format.encoding,
        separator: format.separator,
        headers: table.headers,
        ownColumns: table.ownColumns,
        dialect: table.dialect,
        headsKey,
        mapping,
        isOwnMapping: before !== undefined,
        ...before?.answers,
        categories: await chosenBefore(tx),
        categoryKinds: await kindsBefore(tx),
        options: await optionsBefore(tx),
        counts: NO_COUNTS,
      })
      .returning();
    if (!entry) throw new Error("The import was not written.");
    const rows = await storeFile(tx, entry, table.rows());
    if (!namesNoProduct(mapping)) await recheck(tx, entry);
    else
      await tx
        .update(imports)
        .set({ counts: { ...NO_COUNTS, rows } })
        .where(eq(imports.id, entry.id));
    return entry.id;
  });
}

/** Key of a file's set of columns, regardless of their order. */
const headsKeyOf = (headers: string[]): string => JSON.stringify(headers.map(plain).toSorted());

/** Mapping of the last file with the same columns for which a member chose one; undefined if there is none. */
async function mappingBefore(tx: Transaction, headsKey: string, headers: string[]) {
  const [last] = await tx
    .select({
      headers: imports.headers,
      mapping: imports.mapping,
      commaPrices: imports.commaPrices,
      pointPrices: imports.pointPrices,
      otherMoney: imports.otherMoney,
    })
    .from(imports)
    .where(and(eq(imports.headsKey, headsKey), eq(imports.isOwnMapping, true)))
    .orderBy(desc(imports.id))
    .limit(1);
  if (!last) return undefined;
  const known = last.headers.map((header, place) => ({ name: plain(header), field: last.mapping[place] ?? null }));
  const mapping = headers.map((header): Mapping[number] => {
    const place = known.findIndex(({ name }) => name === plain(header));
    return known.splice(place, 1)[0]?.field ?? null;
  });
  const { commaPrices, pointPrices, otherMoney } = last;
  return { mapping, answers: { commaPrices, pointPrices, otherMoney } };
}

const fileName = (name: string): string => visible(name).split(/[/\\]/).at(-1)?.slice(0, 200) || "file.csv";

/** Stores the rows of a file and the pictures they name; returns the number of rows. */
async function storeFile(tx: Transaction, { id, mapping }: Import, rows: AsyncIterable<FileRow>): Promise<number> {
  let waiting: FileRow[] = [];
  let count = 0;
  let letters = 0;
  const store = async () => {
    if (waiting.length === 0) return;
    await tx.execute(sql`
      insert into import_rows (import_id, row, cells, own_cells)
      select ${id}, row, cells, "ownCells"
      from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as read (row int, cells jsonb, "ownCells" int)`);
    await storePictures(tx, { id, mapping }, waiting);
    waiting = [];
    letters = 0;
  };
  for await (const row of rows) {
    if (row.cells.some((cell) => cell.length > importLimits.cell)) throw new UnreadableFile("long-cell", row.row);
    count += 1;
    waiting.push(row);
    letters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (waiting.length >= ROWS_AT_ONCE || letters >= LETTERS_AT_ONCE) await store();
  }
  await store();
  if (count === 0) throw new UnreadableFile("no-rows");
  return count;
}

/**
 * Previews an open import again, for instance after pictures arrived; does nothing if it was applied or discarded. Forms of the preview
 * stay valid unless it differs by more than pictures.
 */
export async function recheckImport({ db }: { db: Database }, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [entry] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
    if (entry?.state === "checked") await recheck(tx, entry, "pictures");
  });
}

/** Previews all rows of an import again after a change that affects them. */
export async function recheck(
  tx: Transaction,
  entry: Import,
  after: "choices" | "pictures" = "choices",
): Promise<void> {
  // Read before the rows, so that a change that another import makes in between is not missed.
  const othersSeen = await othersOf(tx, entry.id);
  const { counts, isOther } = await checkRows(tx, entry);
  const { mapping, isOwnMapping, commaPrices, pointPrices, otherMoney, takesStock, untoldStock } = entry;
  const { categories, categoryKinds, options, version } = entry;
  await tx
    .update(imports)
    .set({
      mapping,
      isOwnMapping,
      commaPrices,
      pointPrices,
      otherMoney,
      takesStock,
      untoldStock,
      categories,
      categoryKinds,
      options,
      counts,
      othersSeen,
      version: after === "choices" || isOther ? version + 1 : version,
    })
    .where(eq(imports.id, entry.id));
}

/** Sum that grows whenever another import is applied or undone. */
export async function othersOf(db: Database, id: number): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${imports.version}), 0)::int` })
    .from(imports)
    .where(and(ne(imports.id, id), sql`${imports.state} in ('in', 'back')`));
  return row?.sum ?? 0;
}

/** Reads an import by its number. */
export async function importById(db: Database, id: number): Promise<Import | undefined> {
  const [entry] = await db.select().from(imports).where(eq(imports.id, id));
  return entry;
}

/** Changes that a member makes to an import before applying it. */
export interface Settled {
  mapping?: Mapping;
  /** Sign before the decimals, which decides what 1.250 means. */
  decimal?: Decimal;
  /** Treatment of amounts in another currency. */
  otherMoney?: OtherMoney;
  takesStock?: boolean;
  untoldStock?: UntoldStock;
  categories?: Record<string, string>;
  /** Tax kinds by category name in lower case; undefined for none. */
  categoryKinds?: Record<string, TaxKind | undefined>;
  options?: Import["options"];
  /** Corrected cells by row number and column index. */
  mended?: { row: number; column: number; text: string }[];
}

/**
 * Changes how a file is read, or the text of cells, and previews all rows again.
 *
 * @throws {Refusal} `right-missing`, `record-unknown`, `import-settled` if the import was applied or discarded meanwhile,
 * `import-changed` if it is not at the given `version`, `input-invalid` with fields named "row-column" for cells above the limit.
 */
export async function settleImport(
  services: { db: Database },
  importer: Importer,
  id: number,
  { mended = [], version, decimal, ...changes }: Settled & { version?: number },
): Promise<void> {
  await requireImporter(services, importer);
  await services.db.transaction(async (tx) => {
    const [entry] = await tx.select().from(imports).where(eq(imports.id, id)).for("update");
    if (!entry) throw new Refusal("record-unknown");
    if (entry.state !== "checked") throw new Refusal("import-settled");
    if (version !== undefined && version !== entry.version) throw new Refusal("import-changed");
    const cells = mended.filter(({ column }) => column >= 0 && column < entry.headers.length);
    requireShort(cells);
    await tx.execute(sql`
      update import_rows set mended = mended || now.cells
      from (select row, jsonb_object_agg("column", text) as cells
        from jsonb_to_recordset(${JSON.stringify(cells).replaceAll("\\u0000", "")}::jsonb) as one (row int, "column" text, text text)
        group by row) as now
      where import_id = ${id} and import_rows.row = now.row`);
    const mapping = changes.mapping ? onceEach(changes.mapping, entry.headers.length) : entry.mapping;
    // Categories chosen for earlier files are kept, so that later files can use them again.
    const categories = { ...entry.categories, ...changes.categories };
    const categoryKinds = Object.fromEntries(
      Object.entries({ ...entry.categoryKinds, ...changes.categoryKinds }).flatMap(([word, kind]) =>
        kind ? [[word, kind] as const] : [],
      ),
    );
    const options = { ...entry.options, ...changes.options };
    const decimals = decimal
      ? { commaPrices: decimal === "comma", pointPrices: decimal === "point" }
      : { commaPrices: entry.commaPrices, pointPrices: entry.pointPrices };
    const isOwn = changes.mapping ? isChosen(entry.headers, mapping) : entry.isOwnMapping;
    const hasAnswers =
      decimals.commaPrices || decimals.pointPrices || (changes.otherMoney ?? entry.otherMoney) !== null;
    const isOwnMapping = isOwn || hasAnswers;
    if (namesOtherPictures(entry.mapping, mapping)) await renamePictures(tx, { id, mapping });
    await recheck(tx, { ...entry, ...changes, ...decimals, mapping, isOwnMapping, categories, categoryKinds, options });
  });
}

function requireShort(cells: { row: number; column: number; text: string }[]): void {
  const long = cells.filter(({ text }) => text.length > importLimits.cell);
  const words = `Longer than any text of a product: at most ${importLimits.cell.toLocaleString("en-US")} characters.`;
  if (long.length > 0)
    throw new Refusal("input-invalid", {
      fields: Object.fromEntries(long.map(({ row, column }) => [`${row}-${column}`, words])),
    });
}

/** Whether a member changed the guessed mapping, or has seen a mapping guessed from another language. */
const isChosen = (headers: string[], mapping: Mapping): boolean =>
  headers.some(isForeign) || JSON.stringify(mapping) !== JSON.stringify(guessMapping(headers));

/** Mapping that reads each field from one column only. */
const onceEach = (mapping: Mapping, columns: number): Mapping =>
  Array.from({ length: columns }, (_, place) => {
    const field = mapping[place] ?? null;
    return field !== null && fieldKeys.includes(field) && mapping.indexOf(field) === place ? field : null;
  });

/** Imports before a given number, newest first, including unapplied ones, without discarded ones. */
export const listImports = (db: Database, { before, most }: { before?: number | undefined; most: number }) =>
  db
    .select()
    .from(imports)
    .where(and(sql`${imports.state} <> 'dropped'`, before === undefined ? undefined : lt(imports.id, before)))
    .orderBy(desc(imports.id))
    .limit(most);

/**
 * Discards an import that was not applied.
 *
 * @throws {Refusal} `right-missing`, `import-settled` if the import was applied meanwhile or does not exist.
 */
export async function dropImport(services: { db: Database }, importer: Importer, id: number): Promise<void> {
  await requireImporter(services, importer);
  await services.db.transaction(async (tx) => {
    const [dropped] = await tx
      .update(imports)
      .set({ state: "dropped" })
      .where(and(eq(imports.id, id), sql`${imports.state} in ('checked', 'dropped')`))
      .returning({ id: imports.id });
    if (!dropped) throw new Refusal("import-settled");
    await tx.delete(importRows).where(eq(importRows.importId, id));
    await tx.delete(importPictures).where(eq(importPictures.importId, id));
  });
}

/** Deletes rows of imports and unapplied files after `importLimits.keptDays`; applied imports remain in the list. */
export async function sweepImports(db: Database, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - importLimits.keptDays * DAY);
  await db
    .update(imports)
    .set({ state: "dropped" })
    .where(and(eq(imports.state, "checked"), lt(imports.createdAt, before)));
  await db.execute(sql`
    delete from import_rows using imports
    where imports.id = import_id and (imports.state = 'dropped' or imports.created_at < ${before.toISOString()})`);
  // Pictures of applied imports are kept, so that importing the same file again finds them.
  await db.execute(sql`
    delete from import_pictures using imports where imports.id = import_id and imports.state = 'dropped'`);
}
