import { sql } from "drizzle-orm";
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import { recordQuery } from "./cache-keys.server";
import { connectionName } from "./connection-name";
import { databaseSockets } from "./database-sockets.server";
import { logFault, endOutage } from "./outage.server";

export { faultStatus, isPassing, isUnreachable, logFault } from "./outage.server";

/** The shop's database or a transaction in it. */
export type Database = PgDatabase<NodePgQueryResultHKT>;

/** Transaction that the callback of `db.transaction()` gets. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export interface Connection {
  db: NodePgDatabase & { $client: pg.Pool };
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Timeouts for getting a connection, for a statement, and for an idle transaction, so that no request blocks others. */
const impatient = {
  connectionTimeoutMillis: 5_000,
  statement_timeout: 30_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Milliseconds for statements under way when connections are closed; manual work has no other limit. */
const CLOSE_MS = 3_000;
const PATIENT_CLOSE_MS = 60_000;

interface ConnectOptions {
  max?: number;
  /** True for manual work, which has no timeouts. */
  patient?: boolean;
  /** True if the address is that of a pooler, which does not accept session settings and has its own statement timeouts. */
  isPooled?: boolean;
}

/** Opens a pool of connections. The name of a column in SQL is its property's name in snake_case. */
export function connect(url: string, { max = 10, patient = false, isPooled = false }: ConnectOptions = {}): Connection {
  const { connectionTimeoutMillis } = impatient;
  const limits = patient ? {} : isPooled ? { connectionTimeoutMillis } : impatient;
  const sockets = databaseSockets();
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: connectionName(),
    ...sockets.options,
    ...limits,
  });
  // The pool replaces an idle connection that breaks; without a listener the error would end the process.
  pool.on("error", (error) => pool.ending || logFault(error, {}, "database connection lost"));
  pool.on("connect", (client) => {
    endOutage();
    // A connection that breaks during an idle transaction must not end the process either; its next statement fails.
    client.on("error", () => undefined);
  });
  const db = drizzle(pool, { casing: "snake_case", logger: { logQuery: recordQuery } });
  return { pool, db, close: () => sockets.closing(() => pool.end(), patient ? PATIENT_CLOSE_MS : CLOSE_MS) };
}

/** Name of an unnamed prepared statement, which is not stored in the session: poolers share sessions between clients. */
export const UNNAMED = "";

/** Builds a statement only once per database, because building takes longer than running it. */
export function writtenOnce<S>(write: (db: Database) => S): (db: Database) => S {
  const written = new WeakMap<Database, S>();
  return (db) => {
    const statement = written.get(db) ?? write(db);
    written.set(db, statement);
    return statement;
  };
}

/** Returns whether the database responds. */
export async function isReachable(db: Database): Promise<boolean> {
  try {
    await db.execute(sql`select 1`);
    return true;
  } catch (error) {
    logFault(error, {}, "the database does not answer");
    return false;
  }
}

/** Notifies all processes of the shop when the transaction commits (NOTIFY). The payload must have fewer than 8,000 bytes. */
export async function notify(db: Database, channel: string, payload = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${channel}, ${payload})`);
}

/** Milliseconds to wait before each attempt to reopen a listening connection; the last value is used for all further attempts. */
const LISTEN_AGAIN_MS = [100, 250, 500, 1_000];

/**
 * Calls `onMessage` with what `notify` sends on a channel (LISTEN), on a connection of its own. After every interruption it is
 * called with an empty payload, because messages may have been missed.
 */
export async function listen(
  url: string,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<{ close(): Promise<void> }> {
  const name = pg.escapeIdentifier(channel);
  const sockets = databaseSockets();
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let closed = false;

  async function open(): Promise<void> {
    const fresh = new pg.Client({
      connectionString: url,
      application_name: connectionName("listener"),
      ...sockets.options,
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
      await sockets.closing(async () => client?.end(), CLOSE_MS);
    },
  };
}
