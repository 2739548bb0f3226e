import type { Database } from "~/platform/database.server";
import { skusByHandle } from "~/shop/catalog/editing/stored-goods.server";
import { type Dialect, dialectOf } from "./columns";
import { type FileFormat, type FileRow, records } from "./read-file.server";
import { type GoodsInShop, wooHandles, wooTable } from "./woocommerce";

/** A file as rows with columns that can be mapped, from any program. */
interface FileTable {
  dialect: Dialect;
  headers: string[];
  rows(): AsyncIterable<FileRow>;
}

/** Reads a file by its dialect. Rows keep their line numbers. */
export async function tableOf(db: Database, path: string, format: FileFormat): Promise<FileTable> {
  const { headers } = format;
  const dialect = dialectOf(headers);
  if (dialect !== "woocommerce") return { dialect, headers, rows: () => bodyOf(path, format) };
  const handles = wooHandles(headers);
  for await (const { cells } of bodyOf(path, format)) handles.note(cells);
  const table = wooTable(headers, {
    handles: handles.byRef(await goodsInShop(db, handles.wanted())),
    counting: handles.counting,
    attributes: handles.attributes,
  });
  return {
    dialect,
    headers: table.headers,
    async *rows() {
      for await (const { row, cells } of bodyOf(path, format)) yield { row, cells: table.read(cells) };
    },
  };
}

async function goodsInShop(db: Database, wanted: { skus: string[]; handles: string[] }): Promise<GoodsInShop> {
  const byHandle = await skusByHandle(db, wanted);
  const bySku = Map.groupBy(
    [...byHandle].flatMap(([handle, skus]) => [...skus].map((sku) => ({ sku, handle }))),
    ({ sku }) => sku,
  );
  // A shared SKU identifies no product.
  const only = [...bySku].flatMap(([sku, [first, ...more]]) =>
    first && more.length === 0 ? [[sku, first.handle] as const] : [],
  );
  return { byHandle, bySku: new Map(only) };
}

/** All rows except the header. */
async function* bodyOf(path: string, format: FileFormat): AsyncGenerator<FileRow> {
  for await (const row of records(path, format)) if (row.row > format.headRow) yield row;
}
