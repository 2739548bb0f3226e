import { and, asc, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { undoneLast } from "~/shop/audit/log.server";
import {
  goodsByHandle,
  goodsByKeys,
  goodsNamed,
  knownCategories,
  knownGuides,
  type StoredGoods,
} from "~/shop/catalog/editing/stored-goods.server";
import { slug } from "~/shop/catalog/product";
import { readSettings } from "~/shop/settings.server";
import { type FieldKey, FIELDS } from "./columns";
import { type Counts, NO_COUNTS, type Problem } from "./import";
import { importRows, imports } from "./imports.tables";
import { type Line, lineOf } from "./mapped-row";
import { knownPaths, picturesNamed } from "./pictures.server";
import { type Plan, type PlannedRow, planProduct, type Subject } from "./plan.server";
import type { PlanContext } from "./read-product.server";
import { isShortened, isTakenForValue, mayBecome, spoiltWords } from "./spreadsheet-notation";

export type Import = typeof imports.$inferSelect;

/** How many rows are planned together. */
const ROWS_AT_ONCE = 1000;

/** What the rows of one product change, and what it is about. */
export interface PlannedProduct {
  plan: Plan;
  goods: StoredGoods | undefined;
  /** As the last preview showed each row. */
  before: Map<number, Pick<PlannedRow, "state" | "changes">>;
  /** The plan when some of its rows stay out. */
  without(rows: Set<number>): Plan;
}

/** Which rows are about one product, and what names it. */
interface Group {
  rows: number[];
  /** What it is found by in the shop, and the handle that it gets when it is new. */
  key: string | null;
  handle: string | null;
  problem: Problem | undefined;
}

/** Looks through all rows of an import anew and writes down what each would do; nothing of the goods changes. */
export async function checkRows(db: Database, entry: Import): Promise<Counts> {
  const counts = { ...NO_COUNTS };
  for await (const products of plans(db, entry)) {
    const rows = products.flatMap(({ plan }) => plan.rows);
    for (const { plan } of products) {
      if (plan.isBrought) counts.products += 1;
      if (plan.isPublished) counts.published += 1;
      counts.untold += plan.untold;
    }
    for (const { state } of rows) counts[COUNTED[state]] += 1;
    counts.rows += rows.length;
    await storeRows(db, entry.id, rows);
  }
  return counts;
}

export const COUNTED = { new: "fresh", changed: "changed", same: "same", bad: "bad", "moved-on": "movedOn" } as const;

/** Writes down what the preview says of rows, where it differs. */
export async function storeRows(db: Database, importId: number, rows: PlannedRow[]): Promise<void> {
  await db.execute(sql`
    update import_rows as stored set state = now.state, name = now.name, problems = now.problems, changes = now.changes,
      product = now.product
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as now (row int, state text, name text, problems jsonb, changes jsonb, product jsonb)
    where stored.import_id = ${importId} and stored.row = now.row
      and (stored.state, stored.name, stored.problems, stored.changes, stored.product)
        is distinct from (now.state, now.name, now.problems, now.changes, now.product)`);
}

/** What all rows of an import change by now, product by product in the order of the file, in portions. */
export async function* plans(db: Database, entry: Import): AsyncGenerator<PlannedProduct[]> {
  const { groups, firstRowOf } = await groupRows(db, entry);
  // One after the other: in a transaction they share a connection, which answers one query at a time.
  const { timeZone } = await readSettings(db);
  const categories = await knownCategories(db);
  const guides = await knownGuides(db);
  const called = entry.mapping.includes("goesWith") ? await goodsByHandle(db) : new Map<string, string>();
  const goodsCalled = (handle: string) => called.get(handle);
  const { dialect, takesStock, untoldStock, categories: chosenCategories } = entry;
  const context = {
    categories,
    guides,
    goodsCalled,
    chosenCategories,
    isHtml: dialect !== "own",
    timeZone,
    takesStock,
    untoldStock,
    firstRowOf,
  };
  for (const some of portions(groups)) {
    const lines = await linesOf(db, entry, some);
    const goods = await goodsByKeys(
      db,
      some.flatMap(({ key }) => key ?? []),
    );
    const byKey = new Map([...goods.map((each) => [each.id, each] as const), ...goods.flatMap(withHandle)]);
    const picturePath = await knownPaths(db, entry.id, [
      ...picturesNamed([...lines.values()].map(({ read }) => read())).keys(),
    ]);
    const away = goods.filter(({ publishedStatus }) => publishedStatus === "archived").map(({ id }) => id);
    const takenBack = await undoneLast(db, CREATION, away);
    yield some.map((group) => {
      const found = byKey.get(group.key ?? "");
      const isTakenBack = found !== undefined && takenBack.has(found.id);
      return planned(group, lines, { goods: found, isTakenBack }, { ...context, picturePath });
    });
  }
}

/** How the log knows that an import made a product, or brought it back. */
const CREATION = { kind: "product", field: "publishedStatus", action: "import" };

const withHandle = (goods: StoredGoods) => (goods.handle === null ? [] : [[goods.handle, goods] as const]);

interface KnownLine {
  read(): Line;
  before: Pick<PlannedRow, "state" | "changes">;
}

function planned(
  { rows, handle, problem }: Group,
  lines: Map<number, KnownLine>,
  { goods, isTakenBack }: Pick<Subject, "goods" | "isTakenBack">,
  context: PlanContext,
): PlannedProduct {
  const known = rows.flatMap((row) => {
    const line = lines.get(row);
    return line ? [[row, line] as const] : [];
  });
  const planOf = (left: typeof known) => {
    const own = left.map(([, line]) => line.read());
    if (problem) own[0]?.problems.push(problem);
    return planProduct(own, { goods, handle, isTakenBack }, context);
  };
  return {
    plan: planOf(known),
    goods,
    before: new Map(known.map(([row, { before }]) => [row, before])),
    without: (out) => planOf(known.filter(([row]) => !out.has(row))),
  };
}

function* portions(groups: Group[]): Generator<Group[]> {
  let some: Group[] = [];
  let count = 0;
  for (const group of groups) {
    some.push(group);
    count += group.rows.length;
    if (count < ROWS_AT_ONCE) continue;
    yield some;
    [some, count] = [[], 0];
  }
  if (some.length > 0) yield some;
}

async function linesOf(
  db: Database,
  { id, mapping, dialect }: Import,
  groups: Group[],
): Promise<Map<number, KnownLine>> {
  const wanted = groups.flatMap(({ rows }) => rows);
  const [from, to] = [Math.min(...wanted), Math.max(...wanted)];
  // Only our own export shows all that stands.
  const empty = { emptyClears: dialect === "own" };
  const isDense = to - from < wanted.length * 2;
  const rows = await db
    .select()
    .from(importRows)
    .where(
      and(
        eq(importRows.importId, id),
        isDense
          ? and(gte(importRows.row, from), lte(importRows.row, to))
          : sql`${importRows.row} in (select value::int from jsonb_array_elements_text(${JSON.stringify(wanted)}::jsonb) as value)`,
      ),
    );
  return new Map(
    rows.map((row) => [
      row.row,
      { read: () => lineOf(row, mapping, empty), before: { state: row.state, changes: row.changes } },
    ]),
  );
}

/** Which rows belong together: those of one handle, else of one name, else of one SKU. */
async function groupRows(db: Database, { id, mapping }: Import) {
  const cell = (field: FieldKey) => {
    const place = mapping.indexOf(field);
    return place < 0
      ? sql<string | null>`null`
      : sql<
          string | null
        >`trim(coalesce(${importRows.mended} ->> ${String(place)}, ${importRows.cells} ->> ${sql.raw(String(place))}, ''))`;
  };
  const rows = await db
    .select({ row: importRows.row, handle: cell("handle"), name: cell("name"), sku: cell("sku") })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.row));
  const hasHandles = mapping.includes("handle");
  const known = hasHandles
    ? { bySku: new Map<string, string>(), byName: new Map<string, string>() }
    : await goodsNamed(db, {
        skus: rows.flatMap(({ sku }) => sku || []),
        names: rows.flatMap(({ name }) => name?.toLowerCase() || []),
      });
  const called = await handlesAsWritten(
    db,
    rows.flatMap(({ handle }) => handle || []),
  );
  const groups = new Map<string, Group>();
  const firstBySku = new Map<string, number>();
  let last = "";
  for (const { row, handle, name, sku } of rows) {
    if (sku && !firstBySku.has(sku)) firstBySku.set(sku, row);
    const group = groupOf({ handle: called.get(handle ?? "") ?? handle, name, sku }, known, last);
    if (handle) last = `row ${row} is of "${handle}"`;
    const place = group.key ?? `row ${row}`;
    const earlier = groups.get(place);
    if (earlier) earlier.rows.push(row);
    else groups.set(place, { ...group, rows: [row] });
  }
  return { groups: [...groups.values()], firstRowOf: (sku: string) => firstBySku.get(sku) };
}

/** The handles of the shop that a spreadsheet may have written otherwise, by what it wrote; what several may be names none. */
async function handlesAsWritten(db: Database, written: string[]): Promise<Map<string, string>> {
  const odd = [...new Set(written)].filter((cell) => isTakenForValue(cell) && !isShortened(cell));
  if (odd.length === 0) return new Map();
  // One that was shortened may be that of several, also of goods that are not there yet.
  const known = await goodsByHandle(db);
  const alike = [...known.keys()].filter(isTakenForValue);
  return new Map(
    odd.flatMap((cell) => {
      const [handle, ...more] = known.has(cell) ? [cell] : alike.filter((text) => mayBecome(text, cell));
      return handle !== undefined && more.length === 0 ? [[cell, handle] as const] : [];
    }),
  );
}

type Keys = Record<"handle" | "name" | "sku", string | null>;

function groupOf(
  { handle, name, sku }: Keys,
  { bySku, byName }: { bySku: Map<string, string>; byName: Map<string, string> },
  above: string,
): Omit<Group, "rows"> {
  const none = { problem: undefined };
  if (handle) {
    const wrong = handle.length > 200 ? "use at most 200 characters" : spoiltWords(handle);
    return wrong ? unknown("handle", wrong) : { key: handle, handle, ...none };
  }
  const found = bySku.get(sku ?? "") ?? byName.get(name?.toLowerCase() ?? "");
  if (found) return { key: found, handle: null, ...none };
  if (name) return { key: slug(name), handle: slug(name), ...none };
  if (handle === null && sku) return unknown("sku", "no product has this SKU");
  const words = above ? `is missing; ${above}, write that here if this row belongs to it` : "is missing";
  return unknown("handle", words);
}

const unknown = (field: keyof typeof FIELDS, words: string): Omit<Group, "rows"> => ({
  key: null,
  handle: null,
  problem: { field, words },
});
