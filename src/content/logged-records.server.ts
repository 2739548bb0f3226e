import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import { givingWay } from "~/platform/giving-way.server";
import type { LoggedChange } from "~/shop/audit/change-log.server";
import { isSame, type RecordKind } from "~/shop/audit/record-kind.server";
import { settingRecord } from "~/shop/audit/settings-record.server";
import type { FieldValues } from "~/shop/audit/saving";
import { categoryRecord } from "~/shop/catalog/editing/category-record.server";
import { productRecord } from "~/shop/catalog/editing/product-record.server";
import { variantRecord } from "~/shop/catalog/editing/variant-record.server";
import { picturesRecord, pictureWordsRecord } from "~/shop/catalog/pictures/pictures-record.server";
import { sizeGuideRecord } from "~/shop/catalog/size-guides/size-guide-record.server";
import { moderatedQuestions, moderatedReviews } from "~/shop/reviews/moderated-reviews.server";

/** Records of one kind that an import changes, with their values before. */
export interface Snapshot {
  kind: RecordKind;
  records: Map<string, { version: number; values: FieldValues }>;
}

/** SQL for the rows of an import and table in the given states. */
const rowsIn = (importId: number, table: string, states: string): SQL =>
  sql`content_import_rows where import_id = ${importId} and "table" = ${table} and state in (${sql.raw(states)})`;
const CHANGED = "'changed'";
const IMAGES = sql.raw("row -> 'images' is distinct from before -> 'images'");
const WRITTEN = "'new', 'changed'";

/**
 * Kinds of records that an import changes, with SQL for their ids. The order is that of locking: products before variants, as
 * sales lock them.
 */
const touched: { kind: RecordKind; ids(importId: number): SQL }[] = [
  { kind: settingRecord, ids: (of) => sql`select row ->> 'name' as id from ${rowsIn(of, "settings", WRITTEN)}` },
  { kind: categoryRecord, ids: (of) => sql`select row ->> 'id' as id from ${rowsIn(of, "categories", CHANGED)}` },
  { kind: sizeGuideRecord, ids: (of) => sql`select row ->> 'id' as id from ${rowsIn(of, "size_guides", CHANGED)}` },
  {
    kind: productRecord,
    ids: (of) => sql`
      select row ->> 'id' as id from ${rowsIn(of, "products", CHANGED)}
      union select own.id from products own where id in (
        select row ->> 'product_id' from ${rowsIn(of, "product_colors", WRITTEN)}
        union select row ->> 'product_id' from ${rowsIn(of, "variants", WRITTEN)})`,
  },
  {
    kind: variantRecord,
    ids: (of) => sql`
      select own.id::text as id, own.id as number from variants own join (
        select row from ${rowsIn(of, "variants", CHANGED)}) as line
      on own.product_id = line.row ->> 'product_id' and own.size = line.row ->> 'size' and own.color = line.row ->> 'color'`,
  },
  {
    kind: picturesRecord,
    ids: (of) => sql`
      with listed as (
        select row ->> 'id' as product, array[''] as lists from ${rowsIn(of, "products", CHANGED)} and ${IMAGES}
        union all
        select row ->> 'product_id', array['', row ->> 'name'] from ${rowsIn(of, "product_colors", CHANGED)} and ${IMAGES})
      select distinct product || '/' || color as id from listed cross join lateral unnest(lists) as color`,
  },
  {
    kind: pictureWordsRecord,
    ids: (of) =>
      sql`select row ->> 'path' as id from ${rowsIn(of, "media_uses", CHANGED)} and row -> 'alt' <> before -> 'alt'`,
  },
  { kind: moderatedReviews.record, ids: (of) => sql`select row ->> 'id' as id from ${rowsIn(of, "reviews", CHANGED)}` },
  {
    kind: moderatedQuestions.record,
    ids: (of) => sql`select row ->> 'id' as id from ${rowsIn(of, "questions", CHANGED)}`,
  },
];

/** Reads and locks the records that an import changes, before it changes them. */
export async function snapshots(tx: Transaction, importId: number): Promise<Snapshot[]> {
  const taken: Snapshot[] = [];
  for (const { kind, ids } of touched) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      select id from (${ids(importId)}) as named order by ${sql.raw(kind === variantRecord ? "number" : 'id collate "C"')}`);
    taken.push(
      await readAll(
        tx,
        kind,
        rows.map(({ id }) => id),
      ),
    );
  }
  return taken;
}

async function readAll(tx: Transaction, kind: RecordKind, ids: string[]): Promise<Snapshot> {
  if (ids.length > 0 && kind.many) return { kind, records: await kind.many.read(tx, ids) };
  const records: Snapshot["records"] = new Map();
  for (const id of ids) {
    const record = await kind.read(tx, id);
    if (record) records.set(id, record);
  }
  return { kind, records };
}

/** Changed fields of the records for the log, and the products and categories that the import created. */
export async function changesSince(tx: Transaction, importId: number, before: Snapshot[]): Promise<LoggedChange[]> {
  const logged: LoggedChange[] = [];
  const giveWay = givingWay(50);
  for (const { kind, records } of before) {
    const after = await readAll(tx, kind, [...records.keys()]);
    for (const [id, { values: old }] of records) {
      await giveWay();
      const now = after.records.get(id);
      if (!now) continue;
      for (const [field, { isPrivate = false }] of Object.entries(kind.fields))
        if (!isSame(old[field], now.values[field]))
          logged.push({
            kind: kind.kind,
            record: id,
            version: now.version,
            field,
            old: old[field],
            new: now.values[field],
            isPrivate,
          });
    }
  }
  return [...logged, ...(await made(tx, importId))];
}

/**
 * Log entries for new products and for new categories below the top: as if they had been archived before, so that undo archives
 * them.
 */
async function made(tx: Transaction, importId: number): Promise<LoggedChange[]> {
  const { rows: goods } = await tx.execute<{ id: string; status: string }>(sql`
    select id, published_status as status from products where id in (
      select row ->> 'id' from ${rowsIn(importId, "products", "'new'")}) and published_status <> 'archived' order by id collate "C"`);
  const { rows: categories } = await tx.execute<{ id: string }>(sql`
    select id from categories where id in (select row ->> 'id' from ${rowsIn(importId, "categories", "'new'")})
      and parent_id is not null and put_away_at is null order by id collate "C"`);
  const now = new Date().toISOString();
  return [
    ...goods.map(({ id, status }) => ({
      kind: "product",
      record: id,
      version: 1,
      field: "publishedStatus",
      old: "archived",
      new: status,
    })),
    ...categories.map(({ id }) => ({
      kind: "category",
      record: id,
      version: 1,
      field: "putAwayAt",
      old: now,
      new: null,
    })),
  ];
}
