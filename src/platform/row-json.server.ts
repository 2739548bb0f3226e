import { getTableColumns, type InferInsertModel, type Table } from "drizzle-orm";
import { columnName } from "./json-column.tables";

/**
 * Converts values by property to JSON by column name, for a function of the database. Properties that are no columns are left
 * out.
 */
export function rowJson<T extends Table>(table: T, values: Partial<InferInsertModel<T>>): Record<string, unknown> {
  const columns = getTableColumns(table);
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const column = columns[key];
      return column ? [[columnName(key, column), value]] : [];
    }),
  );
}
