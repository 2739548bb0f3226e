/** Error for a built-in database that cannot run; its message is one line for the operator. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** User of the operating system for the database server, because PostgreSQL refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}
