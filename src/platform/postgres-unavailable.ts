/** The built-in database cannot run; the message is one line for the operator. */
export class PostgresUnavailable extends Error {
  override readonly name = "PostgresUnavailable";
}

/** User of the database server: PostgreSQL refuses to run as root. */
export interface PostgresUser {
  uid: number;
  gid: number;
}
