import { type Column, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { columnName } from "./json-column.tables";

/** Columns of a table, by property. Their names come from the program, never from a request. */
type Columns = Readonly<Record<string, Column>>;

const listed = (columns: Columns, of: (property: string, column: Column) => string): SQL =>
  sql.raw(
    Object.entries(columns)
      .map(([property, column]) => of(property, column))
      .join(", "),
  );

/** Names in the database, for the target of an insert. */
export const namesOf = (columns: Columns): SQL => listed(columns, quoted);

const quoted = (property: string, column: Column): string => `"${columnName(property, column)}"`;

/** Columns selected under the names of their properties. */
export const selected = (columns: Columns): SQL =>
  listed(columns, (property, column) => `${quoted(property, column)} as "${property}"`);

/** Definition of the columns of `jsonb_to_recordset`, by property, for rows that are sent as JSON. */
export const recordset = (columns: Columns): SQL =>
  listed(columns, (property, column) => `"${property}" ${(column as PgColumn).getSQLType()}`);

/** Assignments of an update from a record set `now`, such as `price_cents = now."price"`. */
export const assignments = (columns: Columns): SQL =>
  listed(columns, (property, column) => `${quoted(property, column)} = now."${property}"`);

/** Values of a record set `now` for an insert; the column's default replaces a missing value. */
export const valuesOrDefaults = (columns: Columns): SQL =>
  listed(columns, (property, column) =>
    column.default === undefined ? `now."${property}"` : `coalesce(now."${property}", ${literal(column.default)})`,
  );

/** Pairs of `json_build_object` by property, of the row with an alias. */
export const jsonPairs = (columns: Columns, alias: string): SQL =>
  listed(columns, (property, column) => `'${property}', ${alias}.${quoted(property, column)}`);

/**
 * Default as a literal of SQL.
 *
 * @throws {Error} for a default that the database computes.
 */
function literal(value: unknown): string {
  if (typeof value === "boolean" || typeof value === "number") return String(value);
  if (typeof value === "string" || Array.isArray(value))
    return `'${(typeof value === "string" ? value : JSON.stringify(value)).replaceAll("'", "''")}'`;
  throw new Error("Only a default that is a plain value can be written by property.");
}
