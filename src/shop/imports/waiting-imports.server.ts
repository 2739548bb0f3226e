import { desc, eq } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { imports } from "./imports.tables";

/** Maximum number of imports that are listed. */
const MOST = 3;

/** Unapplied imports, newest first: a member left them open, or the process ended before they were applied. */
export const waitingImports = (db: Database): Promise<{ id: number; file: string }[]> =>
  db
    .select({ id: imports.id, file: imports.file })
    .from(imports)
    .where(eq(imports.state, "checked"))
    .orderBy(desc(imports.id))
    .limit(MOST);

/** Line of output about an unapplied import, printed when the shop starts or the same file is imported again. */
export const waitingWords = ({ id, file }: { id: number; file: string }): string =>
  `Import ${id} of ${file} was read, and nothing of it is in the shop: apply it or put it away in the workshop.`;
