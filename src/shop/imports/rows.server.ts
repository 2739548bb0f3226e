import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { FieldKey } from "./columns";
import type { FileQuestion, RowState } from "./import";
import { importRows, imports } from "./imports.tables";
import { CLEARABLE_LABELS, NONE, SALE_ENDS } from "./preview-row";

interface Portion {
  /** Row after which the page begins. */
  after?: number;
  most: number;
}

const hasChanges = sql`${importRows.changes} <> '[]'::jsonb`;
const hasOwnProblem = sql`jsonb_path_exists(${importRows.problems}, '$[*] ? (!exists(@.isNote) && !exists(@.ofRow) && !exists(@.asks))')`;
const asksSomething = sql`jsonb_path_exists(${importRows.problems}, '$[*] ? (exists(@.asks))')`;
const hasNotes = sql`${importRows.problems} <> '[]'::jsonb`;

/** SQL conditions of the lists in the preview. */
const LISTS = {
  /** Rows that create a product. */
  products: sql`${importRows.state} = 'new' and ${importRows.product} is not null`,
  /** Changed rows, and new rows that create no product. */
  changes: sql`${importRows.state} in ('changed', 'new') and ${importRows.product} is null and ${hasChanges}`,
  /** Rows with notes, except rows that create a product. */
  notes: sql`${importRows.state} in ('changed', 'new', 'same') and ${importRows.product} is null and ${hasNotes}`,
};

/** Rows of an import with some states, in the order of the file. */
export const rowsOf = (db: Database, id: number, { states, ...portion }: Portion & { states: RowState[] }) =>
  portionOf(db, id, sql`${importRows.state} = any(${sql.param(states)})`, portion);

/** Number of rows that wait for an answer about the whole file, up to which each can also be corrected by itself. */
const FEW_ASKING = 5;
const isAmongFew = (id: number) => sql`${asksSomething} and (
  select count(*) from ${importRows} as asking where asking.import_id = ${id} and asking.state = 'bad'
    and jsonb_path_exists(asking.problems, '$[*] ? (exists(@.asks))')) <= ${FEW_ASKING}`;

/**
 * Rejected rows with a problem of their own; the other rejected rows are blocked by one of them, or wait with many others for an
 * answer about the whole file.
 */
export const rowsToMend = (db: Database, id: number, portion: Portion) =>
  portionOf(db, id, sql`${importRows.state} = 'bad' and (${hasOwnProblem} or ${isAmongFew(id)})`, portion);

const isUnfit = sql`jsonb_path_exists(${importRows.problems}, '$[*] ? (exists(@.isUnfit))')`;

/** Whether a row has a text that was cut or left out; the sentence about further categories names those. */
const isCut = sql`jsonb_path_exists(${importRows.problems}, '$[*] ? (exists(@.isUnfit) && @.field != "otherCategories")')`;

/** Rejected rows, and rows of which something did not fit. */
export const rowsWithProblems = (db: Database, id: number, portion: Portion) =>
  portionOf(db, id, sql`(${importRows.state} in ('bad', 'moved-on') or ${isUnfit})`, portion);

/** Number of rows that come in with a text that was cut or left out, and the first of them. */
export async function unfitRows(db: Database, id: number, most: number) {
  const which = sql`${importRows.state} not in ('bad', 'moved-on') and ${isCut}`;
  const count = await db.$count(importRows, and(eq(importRows.importId, id), which));
  return { count, rows: await portionOf(db, id, which, { most }) };
}

/** Questions about the whole file that are open, each with the first row that asks it and the number of rows that wait for it. */
export async function openQuestions(db: Database, id: number) {
  const { rows } = await db.execute<{ asks: FileQuestion; row: number; field: FieldKey; count: number }>(sql`
    select distinct on (problem ->> 'asks') problem ->> 'asks' as asks, "row", problem ->> 'field' as field,
      (count(*) over (partition by problem ->> 'asks'))::int as count
    from ${importRows}, jsonb_array_elements(problems) as problem
    where import_id = ${id} and state = 'bad' and problem ->> 'asks' is not null
    order by problem ->> 'asks', "row"`);
  const examples = await db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), inArray(importRows.row, [0, ...rows.map(({ row }) => row)])));
  const byRow = new Map(examples.map((example) => [example.row, example]));
  return rows.flatMap(({ row, ...question }) => {
    const example = byRow.get(row);
    return example ? [{ ...question, example }] : [];
  });
}

/** Number of rows that only wait for the answer to a question about the whole file; 0 if they are so few that each can be corrected. */
export const rowsAsking = (db: Database, id: number): Promise<number> =>
  db.$count(
    importRows,
    sql`${importRows.importId} = ${id} and ${importRows.state} = 'bad' and ${asksSomething} and not ${hasOwnProblem}
      and not (${isAmongFew(id)})`,
  );

/** Number of rows that a rejected row blocks without problems of their own, by the number of the rejected row. */
export async function rowsKeptOut(db: Database, id: number): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ row: number; count: number }>(sql`
    select (problem ->> 'ofRow')::int as row, count(distinct "row")::int as count
    from ${importRows}, jsonb_array_elements(problems) as problem
    where import_id = ${id} and state = 'bad' and problem ->> 'ofRow' is not null and not ${hasOwnProblem}
      and not ${asksSomething}
    group by 1`);
  return new Map(rows.map(({ row, count }) => [row, count]));
}

/** Number of new products that have a category but no tax kind. */
export const productsWithoutKind = (db: Database, id: number): Promise<number> =>
  db.$count(
    importRows,
    sql`${importRows.importId} = ${id} and ${LISTS.products} and ${importRows.product} ->> 'kindForTax' is null
      and ${importRows.product} ->> 'category' <> ''`,
  );

/** Number of gift cards in a file, and the names of the first of them. */
export async function giftCardsIn(
  db: Database,
  id: number,
  named: number,
): Promise<{ count: number; names: string[] }> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from import_rows where import_id = ${id} and state = 'gift-card' group by name order by min("row")`);
  return { count: rows.length, names: rows.slice(0, named).map(({ name }) => name) };
}

/** Number of products with more categories than the first one, and the names of those categories, the most frequent first. */
export async function otherCategoriesIn(
  db: Database,
  id: number,
  named: number,
): Promise<{ count: number; names: string[] }> {
  const hasNote = sql`jsonb_path_exists(${importRows.problems}, '$[*] ? (@.field == "otherCategories")')`;
  const which = and(eq(importRows.importId, id), sql`${importRows.state} not in ('bad', 'moved-on')`, hasNote);
  const place = db
    .select({
      place: sql`array_position(array(select jsonb_array_elements_text(${imports.mapping})), 'otherCategories') - 1`,
    })
    .from(imports)
    .where(eq(imports.id, id));
  const cell = sql`coalesce(${importRows.mended} ->> (${place})::int::text, ${importRows.cells} ->> (${place})::int)`;
  const { rows } = await db.execute<{ name: string }>(sql`
    select trim(other.category) as name from ${importRows}, unnest(string_to_array(${cell}, chr(10))) as other (category)
    where ${which} and trim(other.category) <> '' group by 1 order by count(*) desc, min(${importRows.row}) limit ${named}`);
  return { count: await db.$count(importRows, which), names: rows.map(({ name }) => name) };
}

/** Number of rows that end a sale price, and the names of the first of them. */
export async function endedSales(db: Database, id: number, named: number): Promise<{ count: number; names: string[] }> {
  const ends = sql`${importRows.changes} @> ${JSON.stringify([{ what: SALE_ENDS }])}::jsonb`;
  const isEnded = and(eq(importRows.importId, id), inArray(importRows.state, ["changed", "new"]), ends);
  const first = db.select({ name: importRows.name }).from(importRows).where(isEnded).orderBy(asc(importRows.row));
  const [count, names] = await Promise.all([db.$count(importRows, isEnded), first.limit(named)]);
  return { count, names: names.map(({ name }) => name) };
}

/** Cleared fields other than sale prices, with the number of rows and the names of the first ones. */
export async function clearedCells(
  db: Database,
  id: number,
  named: number,
): Promise<{ what: string; count: number; names: string[] }[]> {
  const { rows } = await db.execute<{ what: string; count: number; names: string[] }>(sql`
    select change ->> 'what' as what, count(*)::int as count,
      to_json((array_agg(name order by "row"))[1:${sql.raw(String(named))}]) as names
    from ${importRows}, jsonb_array_elements(changes) as change
    where import_id = ${id} and state in ('changed', 'new') and change ->> 'to' = ${NONE}
      and change ->> 'what' in (select jsonb_array_elements_text(${JSON.stringify(CLEARABLE_LABELS)}::jsonb))
    group by 1 order by 2 desc, 1`);
  return rows;
}

/** Rows of one list of the preview. */
export const previewRows = (db: Database, id: number, { list, ...portion }: Portion & { list: keyof typeof LISTS }) =>
  portionOf(db, id, LISTS[list], portion);

function portionOf(db: Database, id: number, which: ReturnType<typeof sql>, { after = 0, most }: Portion) {
  return db
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, id), which, sql`${importRows.row} > ${after}`))
    .orderBy(asc(importRows.row))
    .limit(most);
}
