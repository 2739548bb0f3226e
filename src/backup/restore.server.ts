import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import pg from "pg";
import { connectAsOwner, type DatabaseAddresses } from "~/platform/migrations.server";
import { holdShop } from "~/platform/hold.server";
import type { BackedUp } from "./write-backup.server";
import { copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import type { Manifest } from "./manifest";

/** The database that a backup is restored in place of. */
export interface RestoreTarget extends DatabaseAddresses {
  /** Address of another database of its server, for a role that may create databases. */
  adminUrl: string;
  /** Folder of the shop's pictures. */
  pictures: string;
  remote?: BackedUp["remote"];
}

/** A restored shop, which is held. */
export interface Restored {
  manifest: Manifest;
  /** Database with what was there before; it is kept. */
  kept: string;
  /** Pictures of the backup that do not lie beside it. */
  missing: string[];
}

/** A refusal to restore; nothing was written. Its message is for the operator. */
export class NotRestored extends Error {
  override readonly name = "NotRestored";
}

const IN_USE = "55006";
const NOT_ALLOWED = "42501";

/**
 * Restores a backup: it is inspected whole, loaded into a database beside, and swapped in by rename, in one transaction. Until then the
 * shop stays as it was, whatever happens. The restored shop is held.
 *
 * @throws {UnusableBackup} before anything is written.
 * @throws {NotRestored} when the database has a shop of its own and `replace` is not set, is in use, or cannot be created.
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  { passphrase, replace = false }: { passphrase?: string | undefined; replace?: boolean } = {},
): Promise<Restored> {
  const manifest = await inspectBackup(file, passphrase);
  if (!replace) await refuseShop(target.ownerUrl);
  const name = nameIn(target.ownerUrl);
  const admin = await connectAsOwner(target.adminUrl);
  const beside = `${name}_restoring_${randomBytes(4).toString("hex")}`;
  try {
    await refuseInUse(admin, name);
    await dropLeftovers(admin, name);
    await createBeside(admin, target, beside);
    const addresses = { url: renamed(target.url, beside), ownerUrl: renamed(target.ownerUrl, beside) };
    await loadBackup(addresses, file, passphrase, manifest);
    await holdShop(addresses.ownerUrl, new Date(manifest.takenAt));
    const missing = await copyMedia(mediaBeside(dirname(file)), originalsIn(target.pictures), manifest.media, {
      after: target.remote?.send,
    });
    const kept = `${name}_before_${new Date().toISOString().slice(0, 19).replace(/\D/g, "")}`;
    await swap(admin, { name, beside, kept });
    return { manifest, kept, missing };
  } catch (error) {
    await admin.query(`drop database if exists ${pg.escapeIdentifier(beside)} with (force)`).catch(() => undefined);
    throw error;
  } finally {
    await admin.end();
  }
}

/** Refuses to replace a shop that has begun: with a member, a real order, or content of its own. An untouched demo has none. */
async function refuseShop(ownerUrl: string): Promise<void> {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { rows: tables } = await owner.query<{ has: boolean }>(
      "select to_regclass('public.stocked') is not null as has",
    );
    if (!tables[0]?.has) return;
    const { rows } = await owner.query<{ begun: boolean }>(`
      select exists (select from member_accounts) or first_real_order() is not null
        or exists (select from stocked where started_with = 'import' or cleared_at is not null) as begun`);
    if (rows[0]?.begun)
      throw new NotRestored(
        "This database has a shop with members or orders. With --replace the backup takes its place.",
      );
  } finally {
    await owner.end();
  }
}

/** Refuses a database in use before the long load; the swap would refuse it after. */
async function refuseInUse(admin: pg.Client, name: string): Promise<void> {
  const { rowCount } = await admin.query(
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
    [name],
  );
  if (rowCount) throw inUse();
}

async function createBeside(admin: pg.Client, { url, ownerUrl }: RestoreTarget, beside: string): Promise<void> {
  const owner = pg.escapeIdentifier(roleIn(ownerUrl));
  const database = pg.escapeIdentifier(beside);
  await admin
    .query(`create database ${database} owner ${owner} template template0`)
    .catch((error: pg.DatabaseError) => {
      if (error.code !== NOT_ALLOWED) throw error;
      throw new NotRestored(
        `The role ${roleIn(ownerUrl)} may not create databases: run "alter role ${roleIn(ownerUrl)} createdb" on the server, then again.`,
      );
    });
  if (roleIn(url) === roleIn(ownerUrl)) return;
  await admin.query(`revoke all on database ${database} from public;
    grant connect on database ${database} to ${pg.escapeIdentifier(roleIn(url))}`);
}

/** Databases of restores that were cut. */
async function dropLeftovers(admin: pg.Client, name: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select datname::text as name from pg_database where starts_with(datname, $1)",
    [`${name}_restoring_`],
  );
  for (const leftover of rows) await admin.query(`drop database ${pg.escapeIdentifier(leftover.name)} with (force)`);
}

async function swap(admin: pg.Client, names: Record<"name" | "beside" | "kept", string>): Promise<void> {
  const { name, beside, kept } = names;
  const rename = (from: string, to: string) =>
    `alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`;
  try {
    await admin.query("begin");
    await admin.query(rename(name, kept));
    await admin.query(rename(beside, name));
    await admin.query("commit");
  } catch (error) {
    await admin.query("rollback").catch(() => undefined);
    if ((error as pg.DatabaseError).code !== IN_USE) throw error;
    throw inUse();
  }
}

const inUse = () => new NotRestored("The database is in use: stop every process of the shop, then restore again.");

const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));
const roleIn = (url: string): string => decodeURIComponent(new URL(url).username);

function renamed(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
