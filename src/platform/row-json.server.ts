import { getTableColumns, type InferInsertModel, type Table } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";

/** A row with the names of its columns, as JSON for a function of the database. Values of other names are left out. */
export function rowJson<T extends Table>(table: T, values: Partial<InferInsertModel<T>>): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const column = columns[key];
      return column ? [[column.keyAsName ? toSnakeCase(key) : column.name, value]] : [];
    }),
  );
}
