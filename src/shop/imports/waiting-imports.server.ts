import { desc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { imports } from "./imports.tables";

/** Most imports named. */
const MOST = 3;

/** Unapplied imports, newest first: left open, or interrupted with the process. An import is applied whole or not at all. */
export const waitingImports = (db: Database): Promise<{ id: number; file: string }[]> =>
  db
    .select({ id: imports.id, file: imports.file })
    .from(imports)
    .where(eq(imports.state, "checked"))
    .orderBy(desc(imports.id))
    .limit(MOST);

/** Line about a waiting import at the start of the shop. */
export const waitingWords = ({ id, file }: { id: number; file: string }): string =>
  `Import ${id} of ${file} was read, and nothing of it is in the shop: apply it or put it away in the workshop.`;
