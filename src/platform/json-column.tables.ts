import { type Column, getTableColumns, type Table } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { PgJsonb, PgJsonbBuilder, type PgJsonbBuilderInitial } from "drizzle-orm/pg-core";
import { z } from "zod";
import { byName } from "./by-name";

/** Schema for any JSON, for columns with values of other records, which have their own schemas. */
export const AnyJson = z.unknown();

/** JSON column with a schema. Writing an invalid value throws an error, because it is a bug. */
export const json = <T>(shape: z.ZodType<T>, name = "") =>
  (new ShapedJsonBuilder(name, shape) as unknown as PgJsonbBuilderInitial<"">).$type<T>();

/** Name in the database of a column that is declared under a property. */
export const columnName = (property: string, column: Column): string =>
  column.keyAsName ? toSnakeCase(property) : column.name;

/** Schemas of a table's columns, by column name, to validate rows of files. */
export const columnShapes = (table: Table): Map<string, z.ZodType> =>
  new Map(
    Object.entries(getTableColumns(table)).flatMap(([key, column]) => {
      const shape = column instanceof ShapedJson ? column.shape : SCALARS[column.dataType];
      if (!shape) return [];
      return [[columnName(key, column), column.notNull ? shape : shape.nullable()] as const];
    }),
  );

/** Schemas of columns that are not JSON, by data type. Texts may have any length; their meaning is checked elsewhere. */
const SCALARS = byName<z.ZodType | undefined>({
  string: z.string(),
  number: z.int32(),
  boolean: z.boolean(),
  date: z.iso.datetime({ offset: true, error: "must be a moment" }),
});

class ShapedJson extends PgJsonb<never> {
  readonly shape: z.ZodType;

  constructor(table: never, config: never, shape: z.ZodType) {
    super(table, config);
    this.shape = shape;
  }

  override mapToDriverValue(value: unknown): string {
    this.shape.parse(value);
    return super.mapToDriverValue(value as never);
  }

  /** The database driver has parsed the JSON already; parsing it again would turn a text of digits into a number. */
  override mapFromDriverValue(value: unknown): never {
    return value as never;
  }
}

class ShapedJsonBuilder extends PgJsonbBuilder<never> {
  readonly shape: z.ZodType;

  constructor(name: string, shape: z.ZodType) {
    super(name as never);
    this.shape = shape;
  }

  build(table: never): ShapedJson {
    return new ShapedJson(table, this.config as never, this.shape);
  }
}
