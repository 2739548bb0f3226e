import { sql } from "drizzle-orm";
import type { Database } from "./database.server";

/** Data about the database, as its operator sees them. */
export interface DatabaseState {
  version: string;
  /** Size in bytes. */
  size: number;
  /** Name of the role with which the shop connects. */
  role: string;
  /** Whether that role owns its tables. If so, the database does not protect append-only tables, only the shop's code does. */
  ownsTables: boolean;
}

/** Reads version and size of the database, and the privileges of the shop's role. */
export async function databaseState(db: Database): Promise<DatabaseState> {
  const { rows } = await db.execute<{ version: string; size: number; role: string; owns: boolean }>(sql`
    select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
      current_user as role,
      exists (select from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
        and pg_has_role(current_user, relowner, 'member')) as owns`);
  const [row] = rows;
  if (!row) throw new Error("The database says nothing about itself.");
  return { version: row.version, size: row.size, role: row.role, ownsTables: row.owns };
}
