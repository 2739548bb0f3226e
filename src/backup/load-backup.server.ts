import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { enqueueAgain } from "~/platform/jobs.server";
import { finishLongMigrations, longStatementsOf } from "~/platform/long-migrations.server";
import { connectAsOwner, type DatabaseAddresses, migrate, migrateTo } from "~/platform/migrations.server";
import { readSealed } from "./backup-file.server";
import { type Manifest, StoredJob } from "./manifest";
import { readSections, type Sink } from "./read-sections.server";
import { copyStatement } from "./snapshot.server";
import { unusable, UnusableBackup } from "./unusable-backup";

/** Observes the loaded rows; see `proveBackup`. */
export interface LoadWatch {
  /** Called with whole lines of rows of a table, as the file has them. */
  read(table: string, columns: string[], lines: Buffer): void;
  /** Called when all rows are loaded and nothing has changed them yet. */
  loaded(owner: pg.Client): Promise<void>;
}

/**
 * Loads an inspected backup into an empty database: creates the tables as they were in the backed-up shop, long migrations
 * included, loads the rows, then runs later migrations of both kinds and enqueues the open jobs. With `inPlace` later migrations
 * are not run, and resized pictures are kept, because the shop stays on its machine. `watch` observes the rows.
 *
 * Long migrations that loosen a rule run before the rows, which may need the looser one, whether the backed-up shop had noted
 * them as done or not: it may have been killed before it noted one. All others run after the rows and before later migrations,
 * which may need their indexes.
 */
export async function loadBackup(
  addresses: DatabaseAddresses,
  file: string,
  passphrase: string | undefined,
  manifest: Manifest,
  { inPlace = false, watch }: { inPlace?: boolean; watch?: LoadWatch } = {},
): Promise<void> {
  const { migrations, long: filled } = manifest.schema;
  await migrateTo(addresses, migrations);
  const { names, loosening } = await longStatementsOf(migrations);
  const jobs: StoredJob[] = [];
  const owner = await connectAsOwner(addresses.ownerUrl);
  try {
    for (const { sql } of loosening) await owner.query(sql);
    await loadRows(owner, { file, passphrase, manifest, jobs, watch });
    // Resized pictures are created anew, because a backup contains only the originals.
    if (!inPlace) await owner.query("update media set derived_at = null where derived_at is not null");
    await owner.query("analyze");
  } finally {
    await owner.end();
  }
  await finishLongMigrations(addresses.ownerUrl, { names: inPlace ? (filled ?? []) : names, filled });
  if (!inPlace) {
    await migrate(addresses, { restores: true });
    await finishLongMigrations(addresses.ownerUrl);
  }
  await enqueueAgain(addresses.url, jobs);
}

interface Loading {
  file: string;
  passphrase: string | undefined;
  manifest: Manifest;
  /** Receives the open jobs of the backup. */
  jobs: StoredJob[];
  watch: LoadWatch | undefined;
}

/** Loads all rows in one transaction. Triggers are disabled, because the file also contains the values that they would derive. */
async function loadRows(owner: pg.Client, { file, passphrase, manifest, jobs, watch }: Loading): Promise<void> {
  const { tables, sequences } = manifest;
  const names = tables.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  const every = (statement: (name: string) => string) => owner.query(names.map(statement).join(";"));
  await owner.query("begin; set local statement_timeout = 0; set local timezone = 'UTC'; set local datestyle = 'ISO'");
  const always = await triggersAlwaysOn(owner);
  await every((name) => `alter table ${name} disable trigger user`);
  await owner.query(`truncate ${names.join(", ")} cascade`);
  const loaded = new Map<string, number>();
  await readSections(readSealed(file, passphrase), async (section) => {
    if ("jobs" in section) return jobSink(jobs);
    const sink = tableSink(owner, section, (rows) => loaded.set(section.table, rows));
    if (!watch) return sink;
    return {
      write(lines) {
        watch.read(section.table, section.columns, lines);
        return sink.write(lines);
      },
      end: () => sink.end(),
    };
  });
  for (const { name, rows } of tables)
    if (loaded.get(name) !== rows) throw new UnusableBackup(unusable.otherCount(name, loaded.get(name), rows));
  for (const [name, value] of Object.entries(sequences))
    if (value !== null)
      await owner.query("select setval($1::regclass, $2)", [`public.${pg.escapeIdentifier(name)}`, value]);
  await watch?.loaded(owner);
  await every((name) => `alter table ${name} enable trigger user`);
  for (const { place, name } of always)
    await owner.query(`alter table ${place} enable always trigger ${pg.escapeIdentifier(name)}`);
  await owner.query("commit");
}

/** Triggers that also fire for replicated changes, as those of append-only tables; enabling all triggers makes them usual ones. */
async function triggersAlwaysOn(owner: pg.Client): Promise<{ place: string; name: string }[]> {
  const { rows } = await owner.query<{ place: string; name: string }>(`
    select tgrelid::regclass::text as place, tgname::text as name from pg_trigger join pg_class c on c.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled = 'A'`);
  return rows;
}

function tableSink(
  owner: pg.Client,
  { table, columns }: { table: string; columns: string[] },
  done: (rows: number) => void,
): Sink {
  const stream = owner.query(copyFrom(copyStatement(table, columns, "from stdin")));
  const failed = once(stream, "error").then(([error]) => Promise.reject(error as Error));
  failed.catch(() => undefined);
  const unlessFailed = (work: Promise<unknown>) => Promise.race([failed, work]).then(() => undefined);
  return {
    write: (lines) => unlessFailed(new Promise<void>((resolve) => void stream.write(lines, () => resolve()))),
    async end() {
      const finished = once(stream, "finish");
      stream.end();
      await unlessFailed(finished);
      done(stream.rowCount);
    },
  };
}

function jobSink(jobs: StoredJob[]): Sink {
  return {
    async write(lines) {
      for (const line of lines.toString().split("\n").filter(Boolean)) jobs.push(StoredJob.parse(JSON.parse(line)));
    },
    async end() {},
  };
}
