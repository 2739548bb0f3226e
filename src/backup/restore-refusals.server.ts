import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { connectAsOwner } from "~/platform/migrations.server";
import { refuseUnfinished } from "~/platform/unfinished-restore.server";

/** Error for a restore that was refused before anything was written; its message is for the operator. */
export class NotRestored extends Error {
  override readonly name: string = "NotRestored";
}

/** Error for a database to which other processes are connected. */
export const inUse = () =>
  new NotRestored("The database is in use: stop every process of the shop, then restore again.");

/** Milliseconds for which PostgreSQL may still list a closed session, and milliseconds between two checks. */
const LINGERS = 2_000;
const LOOK_EVERY = 100;

/**
 * Checks that nobody else is connected to a database, before a long restore begins.
 *
 * @throws {NotRestored} if another session remains for `LINGERS`.
 */
export async function refuseInUse(client: pg.Client, name: string): Promise<void> {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()",
      [name],
    );
    if (!rowCount) return;
    if (waited >= LINGERS) throw inUse();
    await pause(LOOK_EVERY);
  }
}

/**
 * Refuses to replace a shop with a member, an order, imported content, or a cleared demo; an unused demo with its sample orders may
 * be replaced. Test orders and drafts count as orders: somebody made them.
 */
export async function refuseShop(ownerUrl: string): Promise<void> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { rows: tables } = await owner.query<{ has: boolean }>(
      "select to_regclass('public.stocked') is not null as has",
    );
    await refuseUnfinished(owner);
    if (!tables[0]?.has) return;
    const { rows } = await owner.query<{ begun: boolean }>(`
      select exists (select from member_accounts) or exists (select from orders where not sample)
        or exists (select from stocked where started_with = 'import' or cleared_at is not null) as begun`);
    if (rows[0]?.begun)
      throw new NotRestored(
        "This database has a shop with members or orders. With --replace the backup takes its place.",
      );
  } finally {
    await owner.end();
  }
}

/** @throws {NotRestored} if the role may not replace what is in the database. */
export async function requireOwner(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ may: boolean }>(`
    select has_database_privilege(current_database(), 'create') and bool_and(pg_has_role(current_user, nspowner, 'usage')) as may
    from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')`);
  if (!rows[0]?.may)
    throw new NotRestored(
      "The role may neither create databases nor replace what is in this one: let it own the database, or give it createdb. Nothing was changed.",
    );
}
