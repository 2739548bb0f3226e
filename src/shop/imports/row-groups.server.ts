import { asc, eq, sql } from "drizzle-orm";
import { textOfCell } from "~/platform/csv-cell";
import type { Database } from "~/platform/database.server";
import { goodsByHandle } from "~/shop/catalog/editing/stored-goods.server";
import { goodsNamed, type KnownGoods, type NamedProduct } from "~/shop/catalog/naming/goods-of-file.server";
import { handleOfName } from "~/shop/catalog/product";
import type { FieldKey } from "./columns";
import type { Problem } from "./import";
import { importRows, type imports } from "./imports.tables";
import { EMPTY_MARK } from "./mapped-row";
import { isTakenForValue, isShortened, mayBecome, spoiltWords } from "./spreadsheet-notation";

/** Rows of one product, with the handle, name or SKU that identifies it. */
export interface RowGroup {
  rows: number[];
  /** Length of their cells in bytes. */
  bytes: number;
  /** Handle or id that finds the stored product, or the handle of a new product. */
  key: string | null;
  handle: string | null;
  problem: Problem | undefined;
}

/** First row with a SKU, and number of rows with it. */
export interface SkuRows {
  first: number;
  count: number;
}

type Keys = Record<"handle" | "name" | "sku", string | null> & { row: number; bytes: number };
/** Group key of a row: rows with the same `place` belong to one product. */
type Placed = Omit<RowGroup, "rows" | "bytes"> & { place: string };

/**
 * Groups rows by product: rows with the same handle belong together. A row without a handle belongs to the product of its name;
 * if its SKU is known but of another product, the row gets a problem. In a file without handles a row with only a SKU belongs to
 * the product of this SKU.
 */
export async function groupRows(db: Database, entry: Pick<typeof imports.$inferSelect, "id" | "mapping">) {
  const rows = await keysOf(db, entry);
  const nameless = rows.filter(({ handle }) => !handle);
  const called = await handlesAsWritten(
    db,
    rows.flatMap(({ handle }) => handle || []),
  );
  const known = await goodsNamed(db, {
    skus: nameless.flatMap(({ sku }) => sku || []),
    names: nameless.flatMap(({ name }) => name?.toLowerCase() || []),
    handles: rows.flatMap(({ handle, name }) =>
      handle ? (called.get(handle) ?? handle) : name ? handleOfName(name) : [],
    ),
  });
  const groups = new Map<string, RowGroup>();
  const skus = new Map<string, SkuRows>();
  const byNewHandle = new Map<string, { place: string; row: number }>();
  let above = "";
  for (const { handle, sku, ...named } of rows) {
    if (sku) skus.set(sku, { first: skus.get(sku)?.first ?? named.row, count: (skus.get(sku)?.count ?? 0) + 1 });
    const keys = { ...named, sku, handle: called.get(handle ?? "") ?? handle };
    const group = onlyOfHandle(placeOf(keys, known, above), named.row, byNewHandle);
    if (handle) above = `row ${named.row} is of "${handle}"`;
    const earlier = groups.get(group.place);
    if (earlier) {
      earlier.rows.push(named.row);
      earlier.bytes += named.bytes;
    } else groups.set(group.place, { ...group, rows: [named.row], bytes: named.bytes });
  }
  return { groups: [...groups.values()], skuRows: (sku: string) => skus.get(sku) };
}

function keysOf(db: Database, { id, mapping }: Pick<typeof imports.$inferSelect, "id" | "mapping">): Promise<Keys[]> {
  const cell = (field: FieldKey) => {
    const place = mapping.indexOf(field);
    return place < 0
      ? sql<string | null>`null`
      : sql<
          string | null
        >`coalesce(${importRows.mended} ->> ${String(place)}, ${importRows.cells} ->> ${sql.raw(String(place))}, '')`;
  };
  return db
    .select({
      row: importRows.row,
      bytes: sql<number>`octet_length(${importRows.cells}::text)`,
      handle: cell("handle"),
      name: cell("name"),
      sku: cell("sku"),
    })
    .from(importRows)
    .where(eq(importRows.importId, id))
    .orderBy(asc(importRows.row))
    .then((rows) =>
      rows.map(({ row, bytes, handle, name, sku }) => ({
        row,
        bytes,
        handle: handleIn(handle),
        name: textIn(name),
        sku: skuIn(sku),
      })),
    );
}

const textIn = (cell: string | null): string | null => cell && textOfCell(cell).trim();
/** Texts that other programs write for a missing handle. */
const NO_HANDLE = /^(null|\(null\)|none|nan|undefined|n\/a|#n\/a)$/i;
const handleIn = (cell: string | null): string | null => {
  const handle = textIn(cell);
  return handle && NO_HANDLE.test(handle) ? "" : handle;
};
const skuIn = (cell: string | null): string | null => {
  const sku = textIn(cell);
  return sku?.toLowerCase() === EMPTY_MARK ? "" : sku;
};

/** Stored handles by the text that a spreadsheet may have made of them, if only one handle fits. */
async function handlesAsWritten(db: Database, written: string[]): Promise<Map<string, string>> {
  const odd = [...new Set(written)].filter((cell) => isTakenForValue(cell) && !isShortened(cell));
  if (odd.length === 0) return new Map();
  // A shortened number fits several handles, even future ones.
  const known = await goodsByHandle(db);
  const alike = [...known.keys()].filter(isTakenForValue);
  return new Map(
    odd.flatMap((cell) => {
      const [handle, ...more] = known.has(cell) ? [cell] : alike.filter((text) => mayBecome(text, cell));
      return handle !== undefined && more.length === 0 ? [[cell, handle] as const] : [];
    }),
  );
}

function placeOf({ row, handle, name, sku }: Keys, known: KnownGoods, above: string): Placed {
  if (handle) {
    const wrong = handle.length > 200 ? "use at most 200 characters" : spoiltWords(handle);
    if (wrong) return asking(row, "handle", wrong);
    const found = known.byHandle.get(handle);
    return found ? of(found) : { key: handle, handle, problem: undefined, place: `handle ${handle}` };
  }
  if (name) return ofNameAndSku({ row, name, sku: sku ?? "" }, known);
  if (handle === null && sku) return ofSku(row, known.bySku.get(sku) ?? []);
  const words = above ? `is missing; ${above}, write that here if this row belongs to it` : "is missing";
  return asking(row, "handle", words);
}

const of = ({ id }: NamedProduct): Placed => ({ key: id, handle: null, problem: undefined, place: `product ${id}` });

const asking = (row: number, field: FieldKey, words: string): Placed => ({
  key: null,
  handle: null,
  problem: { field, words },
  place: `row ${row}`,
});

function ofSku(row: number, [found, ...others]: NamedProduct[]): Placed {
  if (!found) return asking(row, "sku", "no product has this SKU");
  if (others.length === 0) return of(found);
  return asking(row, "sku", `is that of ${called([found, ...others])}; a column Name or Handle has to say which`);
}

/**
 * Finds the product of a name and a SKU. A known SKU must belong to a product of this name, so that a new product never
 * overwrites a stored one.
 */
function ofNameAndSku({ row, name, sku }: { row: number; name: string; sku: string }, known: KnownGoods): Placed {
  const ofSku = known.bySku.get(sku) ?? [];
  const ofName = known.byName.get(name.toLowerCase()) ?? [];
  const meant = ofSku.length > 0 ? ofSku.filter((each) => mayBe(each, name)) : ofName;
  const [found, ...others] = meant;
  if (found && others.length === 0) return of(found);
  if (found) {
    const way = sku ? "a column Handle has to say which" : "write the SKU of one, or its handle in a column Handle";
    return asking(row, "name", `is that of ${meant.length} products; ${way}`);
  }
  if (ofSku.length > 0)
    return asking(row, "sku", `is that of ${called(ofSku)}; write that as the name, or another SKU for a new product`);
  const handle = handleOfName(name);
  const neighbor = known.byHandle.get(handle);
  if (neighbor)
    return asking(row, "name", `is not known, but so alike to ${called([neighbor])} that they share a handle; mend it`);
  const place = `name ${name.toLowerCase()}`;
  return { key: null, handle: handle || null, problem: undefined, place };
}

const mayBe = ({ name }: NamedProduct, said: string): boolean =>
  name.toLowerCase() === said.toLowerCase() || mayBecome(name, said);

/** Gives a handle that two new products share to the first one; the other gets a problem. */
function onlyOfHandle(group: Placed, row: number, byHandle: Map<string, { place: string; row: number }>): Placed {
  if (group.handle === null || group.problem) return group;
  const taken = byHandle.get(group.handle);
  if (taken && taken.place !== group.place)
    return asking(row, "name", `is so alike to that of row ${taken.row} that they share a handle; mend one of them`);
  if (!taken) byHandle.set(group.handle, { place: group.place, row });
  return group;
}

const MOST_NAMED = 3;

/** Quoted names of the first three products, with the number of further ones. */
function called(goods: NamedProduct[]): string {
  const named = goods.slice(0, MOST_NAMED).map(({ name }) => `"${name}"`);
  return [...named, ...(goods.length > MOST_NAMED ? [`${goods.length - MOST_NAMED} more`] : [])].join(" and ");
}
