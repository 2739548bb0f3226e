import { setTimeout as pause } from "node:timers/promises";

/** The part of a database connection that generating needs, such as a client of `pg`. All statements need the same connection. */
export interface Connection {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** SQLSTATEs of a lock time-out and of a deadlock. */
const NOT_LOCKED = ["55P03", "40P01"];

/**
 * Begins a transaction with the table locks of the statement `lock`. A running shop locks tables in other orders, which could cause
 * deadlocks: an attempt that does not get all locks within 500 ms, before PostgreSQL looks for deadlocks, releases all and is repeated.
 *
 * @throws {DatabaseError} when the tables are still in use after 60 attempts.
 */
export async function beginLocked(connection: Connection, lock: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.query(`begin; set local lock_timeout = '500ms'; ${lock}; set local lock_timeout = 0`);
      return;
    } catch (error) {
      await connection.query("rollback");
      const { code = "" } = error as { code?: string };
      if (!NOT_LOCKED.includes(code) || attempt === 60) throw error;
      await pause(attempt * 10);
    }
  }
}
