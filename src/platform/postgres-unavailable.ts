/** A built-in database that cannot run; its message is one line for the operator. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** Who runs the database server: PostgreSQL refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}
