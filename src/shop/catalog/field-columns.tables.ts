import { getTableColumns } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { products, variants } from "./catalog.tables";
import { type Fields, productFields, type ValueOfKind, variantFields } from "./product-fields";

type Names<T extends PgTable> = Extract<keyof T["_"]["columns"], string>;
/** Names of the fields whose kind has other values than their column. */
type Unfit<T extends PgTable, F extends Fields> = {
  [Name in keyof F]: Name extends keyof T["$inferSelect"]
    ? T["$inferSelect"][Name] extends ValueOfKind[F[Name]["kind"]]
      ? never
      : Name
    : never;
}[keyof F];
/** Type that does not compile, naming the column, if a column has no field, a field no column, or its kind other values. */
type Complete<T extends PgTable, F extends Fields> = [Exclude<Names<T>, keyof F>] extends [never]
  ? [Exclude<keyof F, Names<T>>] extends [never]
    ? [Unfit<T, F>] extends [never]
      ? unknown
      : { kindDoesNotFit: Unfit<T, F> }
    : { noSuchColumn: Exclude<keyof F, Names<T>> }
  : { columnWithoutField: Exclude<Names<T>, keyof F> };

/** Columns of a table each of which has its field. */
const columnsWith = <T extends PgTable, const F extends Fields>(table: T, _fields: F & Complete<T, F>) =>
  getTableColumns(table);

/** Columns of products and variants, by the names of their fields, in the order of the tables. */
export const productColumns = columnsWith(products, productFields);
export const variantColumns = columnsWith(variants, variantFields);
