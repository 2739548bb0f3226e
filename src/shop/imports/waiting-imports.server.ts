import { desc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { imports } from "./imports.tables";

/** How many of them are told of at once. */
const MOST = 3;

/**
 * The imports that were read and are not in the shop, the newest first and a few of them: left open, or ended with the process
 * that was to apply them. An import goes in whole or not at all.
 */
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
