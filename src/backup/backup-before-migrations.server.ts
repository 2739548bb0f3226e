import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { log } from "~/platform/log.server";
import { connectAsOwner, journal } from "~/platform/migrations.server";
import { type BackedUp, writeBackup } from "./write-backup.server";

/** Size in bytes from which a database is not backed up here, because the start would take too long. */
const TOO_LARGE = 5 * 2 ** 30;
const KEPT = 10;
const NAME = /^before-\d{4}_[\w-]+-(\d{4}-\d\d-\d\dT\d{6}Z)\.backup$/;

interface BeforeMigrations {
  folder: string;
  passphrase?: string | undefined;
  isBuiltIn: boolean;
  now?: Date;
}

/**
 * Backs up a shop in the built-in database before migrations change it. The ten newest of these backups are kept, apart from the
 * hourly ones. Returns a line for the operator: the path of the backup, or that none was made because the database is large, on a
 * server, or of an unknown release. Returns undefined if there are no migrations to run or the database is empty. The caller
 * holds the migration lock.
 *
 * @throws {BackupNotWritten} if the disk is full or not writable; the database is then unchanged.
 */
export async function backUpBeforeMigrations(
  source: BackedUp,
  { folder, passphrase, isBuiltIn, now = new Date() }: BeforeMigrations,
): Promise<string | undefined> {
  const state = await stateOf(source.ownerUrl);
  if (!state) return undefined;
  const { next, pending, isKnown, bytes } = state;
  if (!isBuiltIn || bytes >= TOO_LARGE || !isKnown) {
    const line = `${pending} migrations change the database without a backup of their own: make one before a release by npm run shop -- backup`;
    log.warn(line);
    return line;
  }
  // Pictures in a remote store are not copied: migrations do not change them, and the start must not wait for another machine.
  const local = source.remote ? { ...source, remote: { ...source.remote, bring: async () => false } } : source;
  const { file } = await writeBackup(local, folder, { passphrase, now, prefix: `before-${next}` });
  await deleteOldest(folder);
  return `${pending} migrations changed the database; it is kept as it was in ${file}`;
}

/**
 * Number of migrations that have not run yet, and the size of the database; undefined if there are none or the database is empty.
 */
async function stateOf(ownerUrl: string) {
  const owner = await connectAsOwner(ownerUrl);
  try {
    const { rows: tables } = await owner.query<{ has: boolean }>(
      "select to_regclass('public.stocked') is not null and to_regclass('drizzle.__drizzle_migrations') is not null as has",
    );
    if (!tables[0]?.has) return undefined;
    const { rows } = await owner.query<{ last: string | null; stocked: boolean; bytes: string }>(`
      select (select max(created_at)::text from drizzle.__drizzle_migrations) as last,
        exists (select from stocked) as stocked, pg_database_size(current_database())::text as bytes`);
    const { last, stocked = false, bytes } = rows[0] ?? {};
    const entries = await journal();
    const missing = entries.filter(({ when }) => when > Number(last));
    const [next] = missing;
    if (!next || !stocked) return undefined;
    const isKnown = entries.some(({ when }) => String(when) === last);
    return { next: next.tag, pending: missing.length, isKnown, bytes: Number(bytes) };
  } finally {
    await owner.end();
  }
}

async function deleteOldest(folder: string): Promise<void> {
  const momentIn = (name: string) => NAME.exec(name)?.[1] ?? "";
  const found = (await readdir(folder)).filter((name) => NAME.test(name));
  const oldestFirst = found.toSorted((one, other) => momentIn(one).localeCompare(momentIn(other)));
  for (const name of oldestFirst.slice(0, -KEPT)) await rm(join(folder, name), { force: true });
}
