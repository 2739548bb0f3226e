import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";

/** Returns all rows of all tables that have a primary key, as JSON objects, keyed by table and primary key. */
export async function allRows(db: Database): Promise<Map<string, unknown>> {
  return db.transaction(
    async (tx) => {
      await tx.execute(sql`set local timezone = 'UTC'`);
      const { rows: tables } = await tx.execute<{ name: string; key: string[] }>(sql`
        select c.relname as name, array_agg(a.attname::text order by a.attnum) as key
        from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
        where i.indisprimary and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`);
      const all = new Map<string, unknown>();
      for (const { name, key } of tables) {
        const { rows } = await tx.execute<{ row: Record<string, unknown> }>(
          sql`select to_jsonb(own) as row from ${sql.identifier(name)} as own`,
        );
        for (const { row } of rows) all.set(keyOf(name, key, row), row);
      }
      return all;
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

const keyOf = (name: string, key: string[], row: Record<string, unknown>): string =>
  `${name} ${JSON.stringify(key.map((column) => row[column]))}`;
