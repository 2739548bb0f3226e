import pg from "pg";

/**
 * Schema that exists while a restore loads rows into the shop's own database; its comment is the path of the backup of the former
 * rows.
 */
const MARK = "restore_under_way";

/** Error for a database whose restore was interrupted and which is therefore incomplete. Its message is for the operator. */
export class RestoreUnfinished extends Error {
  override readonly name = "RestoreUnfinished";
}

/**
 * Marks that the rows of the database are about to be replaced. `kept` is the path of their backup, empty if the database had no
 * rows.
 */
export const noteRestore = (owner: pg.Client, kept: string): Promise<unknown> =>
  owner.query(`create schema ${MARK}; comment on schema ${MARK} is ${pg.escapeLiteral(kept || "-")}`);

/** Removes the mark: the database is complete again. */
export const endRestore = (owner: pg.Client): Promise<unknown> => owner.query(`drop schema ${MARK}`);

/**
 * Path of the backup with the rows before an interrupted restore, empty if there were none; undefined if no restore was
 * interrupted.
 */
export async function keptBeforeCut(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<{ kept: string }>(
    "select obj_description(oid, 'pg_namespace') as kept from pg_namespace where nspname = $1",
    [MARK],
  );
  const [found] = rows;
  return found && (found.kept === "-" ? "" : found.kept);
}

/** @throws {RestoreUnfinished} if a restore was interrupted or is running; the message says how to continue. */
export async function refuseUnfinished(owner: pg.Client): Promise<void> {
  const kept = await keptBeforeCut(owner);
  if (kept === undefined) return;
  const back = kept ? `, or with ${kept}, which holds what was there before` : "";
  throw new RestoreUnfinished(
    `A restore into this database was cut, or is running: it holds no whole shop. Run again: npm run shop -- restore FILE --replace${back}.`,
  );
}
