import { and, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { givingWay } from "~/platform/giving-way.server";
import { isSame } from "~/shop/audit/record-kind.server";
import { undoneLast } from "~/shop/audit/change-log.server";
import {
  goodsByHandle,
  goodsByKeys,
  knownCategories,
  knownGuides,
  type StoredGoods,
} from "~/shop/catalog/editing/stored-goods.server";
import { readSettings } from "~/shop/settings.server";
import { otherCurrencyIn, weightUnitIn } from "./cell-values";
import type { FieldKey } from "./columns";
import { type Counts, NO_COUNTS, type RowState, type ShownProduct } from "./import";
import { importRows, imports } from "./imports.tables";
import { type Line, lineReader } from "./mapped-row";
import { knownPaths, picturesNamed } from "./pictures.server";
import { type ProductPreview, type PreviewRow, previewProduct, type Subject } from "./preview-product.server";
import { PICTURES_CHANGE } from "./preview-row";
import type { PreviewContext } from "./read-product.server";
import { groupRows, type RowGroup } from "./row-groups.server";

export type Import = typeof imports.$inferSelect;

/** Number of file rows that are previewed at a time. */
const ROWS_AT_ONCE = 1000;
/** Bytes of cells after which a portion ends, however few its rows are. */
const BYTES_AT_ONCE = 5_000_000;
/** Weight of the products that are previewed before other requests are served, and of a row besides its cells; in bytes. */
const [WEIGHT_AT_ONCE, BYTES_OF_ROW] = [200_000, 500];

/** State and changes of a row as the preview shows them. */
type Shown = Pick<PreviewRow, "state" | "changes"> & { product: PreviewRow["product"] | null };

/** Preview of the rows of one product, with the one that is stored. */
export interface PreviewedProduct {
  preview: ProductPreview;
  goods: StoredGoods | undefined;
  /** State and changes of each row as the last preview showed them. */
  before: Map<number, Shown>;
  /** Makes the preview anew without some of the rows. */
  without(rows: Set<number>): ProductPreview;
}

/**
 * Previews all rows of an import again and stores the resulting preview; does not change products. Returns the counts of rows, and
 * whether the preview differs from the stored one by more than pictures.
 */
export async function checkRows(db: Database, entry: Import): Promise<{ counts: Counts; isOther: boolean }> {
  const counts = { ...NO_COUNTS };
  let isOther = false;
  for await (const products of previews(db, entry)) {
    const rows = products.flatMap(({ preview }) => preview.rows);
    isOther ||= products.some(({ preview, before }) =>
      preview.rows.some((row) => !isAsShown(row, before.get(row.row))),
    );
    for (const { preview } of products) {
      if (preview.isBrought) counts.products += 1;
      if (preview.isPublished) counts.published += 1;
      counts.untold += preview.untold;
    }
    for (const { state } of rows) counts[COUNTED[state]] += 1;
    counts.rows += rows.length;
    await storeRows(db, entry.id, rows);
  }
  return { counts, isOther };
}

/**
 * Whether a row does what the last preview showed, but for pictures that arrived since: they may be sent while an import is
 * applied. Of stock only the name of its change counts, which includes the difference, since levels change with each sale.
 */
export function isAsShown(row: PreviewRow, before: Shown | undefined): boolean {
  return (
    before?.state === row.state &&
    isSame(shownOf(before.changes), shownOf(row.changes)) &&
    firstPieces(before.product) === firstPieces(row.product)
  );
}

const shownOf = (changes: PreviewRow["changes"]): unknown =>
  changes
    .filter(({ what }) => what !== PICTURES_CHANGE)
    .map(({ what, from, to }) => (what.startsWith("Stock, ") ? what : [what, from, to]));

/**
 * Initial pieces of a new product. Undefined for an archived product that returns, since its pieces may have been sold meanwhile.
 */
const firstPieces = (product: ShownProduct | null | undefined): unknown =>
  product && !product.isBack ? product.pieces : undefined;

export const COUNTED = {
  new: "fresh",
  changed: "changed",
  same: "same",
  bad: "bad",
  "moved-on": "movedOn",
  "gift-card": "giftCards",
} as const satisfies Record<RowState, keyof Counts>;

/** Stores the preview of rows if it differs from the stored one. */
export async function storeRows(db: Database, importId: number, rows: PreviewRow[]): Promise<void> {
  await db.execute(sql`
    update import_rows as stored set state = now.state, name = now.name, problems = now.problems, changes = now.changes,
      product = now.product
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as now (row int, state text, name text, problems jsonb, changes jsonb, product jsonb)
    where stored.import_id = ${importId} and stored.row = now.row
      and (stored.state, stored.name, stored.problems, stored.changes, stored.product)
        is distinct from (now.state, now.name, now.problems, now.changes, now.product)`);
}

/** Previews of all products of an import, compared with the present shop, in batches and in the order of the file. */
export async function* previews(db: Database, entry: Import): AsyncGenerator<PreviewedProduct[]> {
  const { groups, skuRows } = await groupRows(db, entry);
  // In sequence: a transaction has one connection, which runs one query at a time.
  const { timeZone } = await readSettings(db);
  const categories = await knownCategories(db);
  const guides = await knownGuides(db);
  const called = entry.mapping.includes("goesWith") ? await goodsByHandle(db) : new Map<string, string>();
  const goodsCalled = (handle: string) => called.get(handle);
  const {
    dialect,
    takesStock,
    untoldStock,
    categories: chosenCategories,
    categoryKinds,
    options: optionMeanings,
  } = entry;
  const context = {
    categories,
    guides,
    goodsCalled,
    chosenCategories,
    categoryKinds,
    optionMeanings,
    ...numberReading(entry),
    isHtml: dialect !== "own",
    hasGiftCards: dialect !== "own",
    timeZone,
    takesStock,
    untoldStock,
    skuRows,
  };
  const giveWay = givingWay(WEIGHT_AT_ONCE);
  for (const some of portions(groups)) {
    const lines = await linesOf(db, entry, some);
    const goods = await goodsByKeys(
      db,
      some.flatMap(({ key }) => key ?? []),
    );
    const byKey = new Map([...goods.map((each) => [each.id, each] as const), ...goods.flatMap(withHandle)]);
    const picturePath = await knownPaths(db, entry.id, [
      ...picturesNamed([...lines.values()].map(({ read }) => read(false))).keys(),
    ]);
    const away = goods.filter(({ publishedStatus }) => publishedStatus === "archived").map(({ id }) => id);
    const takenBack = await undoneLast(db, CREATION, away);
    const shown: PreviewedProduct[] = [];
    for (const group of some) {
      await giveWay(weightOf(group));
      const found = byKey.get(group.key ?? "");
      const isTakenBack = found !== undefined && takenBack.has(found.id);
      shown.push(previewed(group, lines, { goods: found, isTakenBack }, { ...context, picturePath }));
    }
    yield shown;
  }
}

/** Reading of a file's numbers: by the answers of members, and by the headings of its columns. */
function numberReading({ headers, mapping, commaPrices, pointPrices, otherMoney }: Import) {
  const heading = (field: FieldKey) => headers[mapping.indexOf(field)] ?? "";
  return {
    decimal: commaPrices ? ("comma" as const) : pointPrices ? ("point" as const) : undefined,
    otherMoney: otherMoney ?? undefined,
    currencyOfColumn: (field: FieldKey) => otherCurrencyIn(heading(field)),
    weightUnit: weightUnitIn(heading("weight")),
  };
}

/** Change-log entry of an import that created a product or restored an archived one. */
const CREATION = { kind: "product", field: "publishedStatus", action: "import" };

const withHandle = (goods: StoredGoods) => (goods.handle === null ? [] : [[goods.handle, goods] as const]);

interface KnownLine {
  read(isFirst: boolean): Line;
  before: Shown;
}

function previewed(
  { rows, handle, problem }: RowGroup,
  lines: Map<number, KnownLine>,
  { goods, isTakenBack }: Pick<Subject, "goods" | "isTakenBack">,
  context: PreviewContext,
): PreviewedProduct {
  const known = rows.flatMap((row) => {
    const line = lines.get(row);
    return line ? [[row, line] as const] : [];
  });
  const previewOf = (out: Set<number>) => {
    const all = known.map(([row, line]) => line.read(row === rows[0]));
    const [own, left] = [all.filter(({ row }) => !out.has(row)), all.filter(({ row }) => out.has(row))];
    return previewProduct(own, { goods, handle, isTakenBack, question: problem, left }, context);
  };
  return {
    preview: previewOf(new Set()),
    goods,
    before: new Map(known.map(([row, { before }]) => [row, before])),
    without: previewOf,
  };
}

/** Work that a product is, in bytes: of its cells, and some for each row. */
const weightOf = ({ rows, bytes }: RowGroup): number => bytes + rows.length * BYTES_OF_ROW;

function* portions(groups: RowGroup[]): Generator<RowGroup[]> {
  let some: RowGroup[] = [];
  let count = 0;
  let bytes = 0;
  for (const group of groups) {
    some.push(group);
    count += group.rows.length;
    bytes += group.bytes;
    if (count < ROWS_AT_ONCE && bytes < BYTES_AT_ONCE) continue;
    yield some;
    [some, count, bytes] = [[], 0, 0];
  }
  if (some.length > 0) yield some;
}

async function linesOf(
  db: Database,
  { id, mapping, dialect, ownColumns }: Import,
  groups: RowGroup[],
): Promise<Map<number, KnownLine>> {
  const wanted = groups.flatMap(({ rows }) => rows);
  const [from, to] = [Math.min(...wanted), Math.max(...wanted)];
  // An empty cell clears a field only in our own export, which always contains all fields.
  const readerOf = lineReader({ mapping, emptyClears: dialect === "own", ownColumns });
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
      {
        read: readerOf(row),
        before: { state: row.state, changes: row.changes, product: row.product },
      },
    ]),
  );
}
