import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { recordQuery } from "./cache-keys.server";
import { connectionName } from "./connection-name";
import { logFault, endOutage } from "./outage.server";

export { faultStatus, isUnreachable, logFault } from "./outage.server";

/** The shop's database or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** The transaction that `db.transaction()` hands to its callback. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface Connection {
  db: NodePgDatabase & { $client: pg.Pool };
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Time-outs so that no request blocks the others: for a connection, a statement, and an idle transaction. */
const impatient = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

interface ConnectOptions {
  max?: number;
  /** For manual work: no time-outs. */
  patient?: boolean;
  /** The address leads to a pooler, which takes no settings of a session: it sets the time-outs of statements itself. */
  isPooled?: boolean;
}

/** Opens a pool of connections. Column names are the snake_case of their property. */
export function connect(url: string, { max = 10, patient = false, isPooled = false }: ConnectOptions = {}): Connection {
  const { connectionTimeoutMillis } = impatient;
  const limits = patient ? {} : isPooled ? { connectionTimeoutMillis } : impatient;
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: connectionName(),
    keepAlive: true,
    ...limits,
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => pool.ending || logFault(error, {}, "database connection lost"));
  pool.on("connect", (client) => {
    endOutage();
    // An idle transaction's connection that breaks must not end the process either: its next statement fails.
    client.on("error", () => undefined);
  });
  const db = drizzle(pool, { casing: "snake_case", logger: { logQuery: recordQuery } });
  return { pool, db, close: () => pool.end() };
}

/** Name of an unnamed prepared statement: it leaves nothing in its session, which poolers share. */
export const UNNAMED = "";

/** Builds a statement once per database: building takes longer than running it. */
export function writtenOnce<S>(write: (db: Database) => S): (db: Database) => S {
  const written = new WeakMap<Database, S>();
  return (db) => {
    const statement = written.get(db) ?? write(db);
    written.set(db, statement);
    return statement;
  };
}

/** Whether the database responds now. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch (error) {
    logFault(error, {}, "the database does not answer");
    return false;
  }
}

/** Notifies every process of the shop when the transaction commits (NOTIFY). The payload has at most 8,000 bytes. */
export async function notify(db: Database, channel: string, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Pauses before a connection that listens is opened again, the last one from then on. */
const LISTEN_AGAIN_MS = [100, 250, 500, 1_000];

/**
 * Receives what `notify` sends on a channel (LISTEN), on a connection of its own. `onMessage` is also called with an empty
 * payload after every interruption, because something may have been missed meanwhile.
 */
export async function listen(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<{ close(): Promise<void> }> {
  const name = pg.escapeIdentifier(channel);
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: connectionName("listener"),
      keepAlive: true,
      connectionTimeoutMillis: impatient.connectionTimeoutMillis,
    });
    fresh.on("notification", ({ payload }) => onMessage(payload ?? ""));
    fresh.on("error", () => lost(fresh));
    fresh.on("end", () => lost(fresh));
    client = fresh;
    await fresh.connect();
    await fresh.query(`listen ${name}`);
  }

  function lost(broken: pg.Client): void {
    if (closed || broken !== client) return;
    client = undefined;
    const delay = LISTEN_AGAIN_MS[Math.min(failures, LISTEN_AGAIN_MS.length - 1)];
    failures += 1;
    retry = setTimeout(async () => {
      try {
        await open();
        failures = 0;
        onMessage("");
      } catch (error) {
        logFault(error, { channel }, "cannot listen to the database");
        if (client) lost(client);
      }
    }, delay);
  }

  await open();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await client?.end();
    },
  };
}
