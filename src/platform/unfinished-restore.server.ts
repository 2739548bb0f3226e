import pg from "pg";

/** Schema that exists while a restore loads into the shop's own database; its comment names the backup of the former rows. */
const MARK = "restore_under_way";

/** A database whose restore was cut: it is no shop. The message is for the operator. */
export class RestoreUnfinished extends Error {
  override readonly name = "RestoreUnfinished";
}

/** Notes that the rows of the database are about to be replaced; `kept` is their backup file, empty for a database that had none. */
export const noteRestore = (owner: pg.Client, kept: string): Promise<unknown> =>
  owner.query(`create schema ${MARK}; comment on schema ${MARK} is ${pg.escapeLiteral(kept || "-")}`);

/** Ends what `noteRestore` began: the database is a shop again. */
export const endRestore = (owner: pg.Client): Promise<unknown> => owner.query(`drop schema ${MARK}`);

/** File that holds what was there before a restore that was cut, empty where nothing was; undefined when none was cut. */
export async function keptBeforeCut(owner: pg.Client): Promise<string | undefined> {
  const { rows } = await owner.query<{ kept: string }>(
    "select obj_description(oid, 'pg_namespace') as kept from pg_namespace where nspname = $1",
    [MARK],
  );
  const [found] = rows;
  return found && (found.kept === "-" ? "" : found.kept);
}

/** @throws {RestoreUnfinished} when a restore was cut, with the two ways on. */
export async function refuseUnfinished(owner: pg.Client): Promise<void> {
  const kept = await keptBeforeCut(owner);
  if (kept === undefined) return;
  const back = kept ? `, or with ${kept}, which holds what was there before` : "";
  throw new RestoreUnfinished(
    `A restore into this database was cut, or is running: it holds no whole shop. Run again: npm run shop -- restore FILE --replace${back}.`,
  );
}
