import type { Database } from "~/platform/database.server";
import { skusByHandle } from "~/shop/catalog/naming/goods-of-file.server";
import { dialectOf } from "./columns";
import { convertedProgram, type Dialect } from "./converted-programs";
import type { ForeignTable } from "./foreign-table";
import { importLimits } from "./import-limits";
import { type FileFormat, type FileRow, records, UnreadableFile } from "./read-file.server";
import { shopifyTable } from "./shopify";
import { type GoodsInShop, wooHandles, wooTable } from "./woocommerce";
import { inEnglish } from "./in-english";

/** A product file of any program as rows with columns that can be mapped to fields. */
interface FileTable {
  dialect: Dialect;
  headers: string[];
  /** Number of columns in the file, if its rows are converted. */
  ownColumns?: number;
  rows(): AsyncIterable<FileRow>;
}

/**
 * Opens a product file of any program. Rows keep their row numbers in the file.
 *
 * @throws {UnreadableFile} as `records`, here or while iterating the rows; also if the file has more rows than allowed.
 */
export async function tableOf(db: Database, path: string, format: FileFormat): Promise<FileTable> {
  const program = convertedProgram(format.headers);
  if (program) {
    const table = program.table(format.headers);
    if (table.note) for await (const { cells } of bodyOf(path, format)) table.note(cells);
    return {
      dialect: program.name,
      headers: table.headers,
      ownColumns: format.headers.length,
      rows: () => translated(path, format, table),
    };
  }
  const headers = inEnglish(format.headers);
  if (dialectOf(headers) !== "woocommerce") {
    const dialect = dialectOf(format.headers);
    if (dialect !== "shopify") return { dialect, headers: format.headers, rows: () => bodyOf(path, format) };
    const table = shopifyTable(format.headers);
    return table.headers.length === format.headers.length
      ? { dialect, headers: table.headers, rows: () => read(path, format, table.read) }
      : {
          dialect,
          headers: table.headers,
          ownColumns: format.headers.length,
          rows: () => translated(path, format, table),
        };
  }
  const handles = wooHandles(headers);
  for await (const { cells } of bodyOf(path, format)) handles.note(cells);
  const table = wooTable(headers, {
    handles: handles.byRef(await goodsInShop(db, handles.wanted())),
    counting: handles.counting,
    attributes: handles.attributes,
    varying: handles.varying,
  });
  return {
    dialect: "woocommerce",
    headers: table.headers,
    ownColumns: headers.length,
    rows: () => translated(path, format, table),
  };
}

/** Rows of a file with as many cells as they have there. */
async function* read(path: string, format: FileFormat, cellsOf: ForeignTable["read"]): AsyncGenerator<FileRow> {
  for await (const { row, cells } of bodyOf(path, format)) yield { row, cells: cellsOf(cells) };
}

/** Rows of another shop program's file, converted to our columns. */
async function* translated(path: string, format: FileFormat, table: ForeignTable): AsyncGenerator<FileRow> {
  const columns = format.headers.length;
  for await (const { row, cells } of bodyOf(path, format)) {
    if (table.isNone?.(cells)) continue;
    const isOdd = cells.length < columns || cells.slice(columns).some((cell) => cell !== "");
    yield { row, cells: table.read(cells), ...(isOdd && { ownCells: cells.length }) };
  }
}

async function goodsInShop(db: Database, wanted: { skus: string[]; handles: string[] }): Promise<GoodsInShop> {
  const byHandle = await skusByHandle(db, wanted);
  const bySku = Map.groupBy(
    [...byHandle].flatMap(([handle, skus]) => [...skus].map((sku) => ({ sku, handle }))),
    ({ sku }) => sku,
  );
  // A SKU that several products share identifies none of them.
  const only = [...bySku].flatMap(([sku, [first, ...more]]) =>
    first && more.length === 0 ? [[sku, first.handle] as const] : [],
  );
  return { byHandle, bySku: new Map(only) };
}

/**
 * All rows after the header. Throws beyond the maximum number of rows; every iteration counts anew, since WooCommerce files are
 * read twice.
 */
async function* bodyOf(path: string, format: FileFormat): AsyncGenerator<FileRow> {
  let count = 0;
  for await (const row of records(path, format)) {
    if (row.row <= format.headRow) continue;
    count += 1;
    if (count > importLimits.rows) throw new UnreadableFile("many-rows");
    yield row;
  }
}
