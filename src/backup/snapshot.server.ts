import { createHash, type Hash } from "node:crypto";
import { getTableName } from "drizzle-orm";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { marksOf } from "~/platform/marks.tables";
import { journal } from "~/platform/migrations.server";
import { allTables } from "./all-tables.server";
import type { Erasures, Manifest } from "./manifest";
import { END_OF_ROWS } from "./read-sections.server";

interface StoredTable {
  name: string;
  columns: string[];
  refersTo: string[];
}

/** Values of a manifest that the caller provides, and a function that reads the erasures. */
interface About extends Pick<Manifest, "shopName" | "fingerprints"> {
  erasures?: (() => Promise<Erasures>) | undefined;
}

/**
 * Yields the content of a backup as of one moment, while the shop may go on selling: the rows of every table by COPY, the open
 * jobs, and the manifest. `beforeEnd` is called with the manifest before it is yielded.
 */
export async function* snapshotOf(
  client: pg.Client,
  { erasures, ...about }: About,
  beforeEnd: (manifest: Manifest) => Promise<void>,
): AsyncGenerator<Buffer> {
  await client.query("begin isolation level repeatable read read only");
  await client.query("set local timezone = 'UTC'; set local statement_timeout = 0; set local datestyle = 'ISO'");
  // Rows are read in their physical order, so that equal tables have equal checksums.
  await client.query("set local synchronize_seqscans = off");
  const { rows: moments } = await client.query<{ at: Date }>("select now() as at");
  const leftOut = leftOutTables();
  const tables: Manifest["tables"] = [];
  for (const { name, columns } of inOrder((await storedTables(client)).filter((table) => !leftOut.has(table.name)))) {
    yield head({ table: name, columns });
    const sum = createHash("sha256");
    const rows = yield* counted(client.query(copyTo(copyStatement(name, columns, "to stdout"))), sum);
    yield END_OF_ROWS;
    tables.push({ name, rows, sha256: sum.digest("hex") });
  }
  yield head({ jobs: true });
  const sum = createHash("sha256");
  const jobs = yield* counted(await openJobLines(client), sum);
  yield END_OF_ROWS;
  const manifest: Manifest = {
    takenAt: (moments[0]?.at ?? new Date()).toISOString(),
    ...about,
    schema: await schemaOf(client),
    tables,
    jobs: { rows: jobs, sha256: sum.digest("hex") },
    media: (await client.query<{ hash: string }>("select hash from media order by 1")).rows.map(({ hash }) => hash),
    // Read last, so that numbers used during the backup are not used again after a restore.
    sequences: await sequencesOf(client),
    leftOut: Object.fromEntries(leftOut),
    ...(erasures && { erasures: await erasures() }),
  };
  await client.query("commit");
  await beforeEnd(manifest);
  yield head({ manifest });
}

/** COPY statement for the named columns of a table. */
export const copyStatement = (table: string, columns: string[], direction: "to stdout" | "from stdin"): string =>
  `copy public.${pg.escapeIdentifier(table)} (${columns.map((name) => pg.escapeIdentifier(name)).join(", ")}) ${direction}`;

const head = (section: object): Buffer => Buffer.from(`${JSON.stringify(section)}\n`);

async function* counted(lines: AsyncIterable<Buffer> | Buffer[], sum: Hash): AsyncGenerator<Buffer, number> {
  let rows = 0;
  for await (const piece of lines) {
    sum.update(piece);
    rows += rowsIn(piece);
    yield piece;
  }
  return rows;
}

/** Number of complete lines. */
export function rowsIn(lines: Buffer): number {
  let rows = 0;
  for (let at = lines.indexOf(10); at >= 0; at = lines.indexOf(10, at + 1)) rows += 1;
  return rows;
}

const leftOutTables = (): Map<string, string> =>
  new Map(
    allTables.flatMap((table) => {
      const reason = marksOf(table)?.leftOut;
      return reason ? [[getTableName(table), reason] as const] : [];
    }),
  );

async function storedTables(client: pg.Client): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(`
    select relname::text as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as "refersTo"
    from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`);
  return rows;
}

/** Sorts tables so that each follows the tables to which it has foreign keys. */
function inOrder(tables: StoredTable[]): StoredTable[] {
  const ordered: StoredTable[] = [];
  const left = new Map(tables.map((table) => [table.name, table]));
  while (left.size > 0) {
    const ready = [...left.values()].filter(({ refersTo }) => refersTo.every((name) => !left.has(name)));
    if (ready.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()].join(", ")}`);
    for (const table of ready) left.delete(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Jobs that are not done, as one line of JSON each. Jobs in the queue for failed ones are listed under their original queue. */
async function openJobLines(client: pg.Client): Promise<Buffer[]> {
  const { rows } = await client.query<{ line: string }>(`
    select json_build_object('id', id, 'name', coalesce(source_name, name), 'data', data,
      'startAfter', to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'priority', priority)::text as line
    from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_pgboss%' order by id`);
  return rows.map(({ line }) => Buffer.from(`${line}\n`));
}

async function sequencesOf(client: pg.Client): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string | null }>(
    "select sequencename::text as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1",
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** Migrations of both kinds that a database has. */
export async function schemaOf(client: pg.Client): Promise<Manifest["schema"]> {
  const { rows } = await client.query<{ at: string }>(
    "select created_at::text as at from drizzle.__drizzle_migrations order by created_at desc limit 1",
  );
  const entries = await journal();
  const place = entries.findIndex(({ when }) => String(when) === rows[0]?.at);
  if (place < 0) throw new Error("The database was migrated by another version of the program: run db migrate first.");
  return { migrations: place + 1, last: entries[place]?.tag ?? "", long: await longDone(client) };
}

/** Identifies the tables that these migrations have made. */
export const tablesIn = ({ migrations, last, long = [] }: Manifest["schema"]): string =>
  createHash("sha256")
    .update(JSON.stringify([migrations, last, long]))
    .digest("hex")
    .slice(0, 16);

async function longDone(client: pg.Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ has: boolean }>(
    "select to_regclass('drizzle.long_migrations') is not null as has",
  );
  if (!tables[0]?.has) return [];
  const { rows } = await client.query<{ name: string }>("select name from drizzle.long_migrations");
  return rows.map(({ name }) => name).toSorted();
}
