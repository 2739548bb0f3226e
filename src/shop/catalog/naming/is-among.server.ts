import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** SQL condition that a column is one of the texts: one parameter, however many they are, which indexes look up. */
export const isAmong = (column: SQLWrapper, texts: readonly string[]): SQL =>
  sql`${column} = any(${sql.param([...new Set(texts)])}::text[])`;
