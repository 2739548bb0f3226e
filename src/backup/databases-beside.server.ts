import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { connectAsOwner, type DatabaseAddresses } from "~/platform/migrations.server";

/** Addresses of a shop's database, and of another database on its server from which new ones are created. */
export interface Besides extends DatabaseAddresses {
  /** Address of another database on the same server, for a role that may create databases. */
  adminUrl: string;
}

/** Error for a restore that was refused before anything was written; its message is for the operator. */
export class NotRestored extends Error {
  override readonly name: string = "NotRestored";
}

/** Error for a database role that may not create databases. */
export class MayNotCreate extends NotRestored {
  override readonly name = "MayNotCreate";
}

const NOT_ALLOWED = "42501";
/** Error codes of a server that does not let the role connect to the other database, or does not have that database. */
const NOT_LET_IN = [NOT_ALLOWED, "28000", "28P01", "3D000"];

/**
 * Connects to another database on the server, from which databases can be created and renamed; the caller ends the connection.
 *
 * @throws {MayNotCreate} if the role may not connect there.
 */
export const connectBeside = ({ ownerUrl, adminUrl }: Besides): Promise<pg.Client> =>
  connectAsOwner(adminUrl).catch((error: pg.DatabaseError) => {
    if (!NOT_LET_IN.includes(error.code ?? "")) throw error;
    throw new MayNotCreate(
      `The role ${roleIn(ownerUrl)} may not connect to the database ${nameIn(adminUrl)}, from which others are created.`,
    );
  });

/**
 * Creates an empty database that belongs to the owner's role and to which the shop's role can connect.
 *
 * @throws {MayNotCreate} if the role may not create databases.
 */
export async function createBeside(
  admin: pg.Client,
  { url, ownerUrl }: DatabaseAddresses,
  beside: string,
): Promise<void> {
  const owner = pg.escapeIdentifier(roleIn(ownerUrl));
  const database = pg.escapeIdentifier(beside);
  await admin
    .query(`create database ${database} owner ${owner} template template0`)
    .catch((error: pg.DatabaseError) => {
      if (error.code !== NOT_ALLOWED) throw error;
      throw new MayNotCreate(
        `The role ${roleIn(ownerUrl)} may not create databases: run "alter role ${roleIn(ownerUrl)} createdb" on the server, then again.`,
      );
    });
  if (roleIn(url) === roleIn(ownerUrl)) return;
  await admin.query(`revoke all on database ${database} from public;
    grant connect on database ${database} to ${pg.escapeIdentifier(roleIn(url))}`);
}

/** Error for a database to which other processes are connected. */
export const inUse = () =>
  new NotRestored("The database is in use: stop every process of the shop, then restore again.");

/** Milliseconds for which PostgreSQL may still list a closed session, and milliseconds between two checks. */
const LINGERS = 2_000;
const LOOK_EVERY = 100;

/**
 * Checks that nobody else is connected to a database, before a long restore begins.
 *
 * @throws {NotRestored} if another session remains for `LINGERS`.
 */
export async function refuseInUse(client: pg.Client, name: string): Promise<void> {
  for (let waited = 0; ; waited += LOOK_EVERY) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = $1 and backend_type = 'client backend' and pid <> pg_backend_pid()",
      [name],
    );
    if (!rowCount) return;
    if (waited >= LINGERS) throw inUse();
    await pause(LOOK_EVERY);
  }
}

/** Drops all databases whose name is this prefix followed by eight hex digits, and ends their sessions. */
export async function dropBesides(admin: pg.Client, prefix: string): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    "select datname::text as name from pg_database where starts_with(datname, $1) and substr(datname, length($1) + 1) ~ '^[0-9a-f]{8}$'",
    [prefix],
  );
  for (const { name } of rows) await dropBeside(admin, name);
}

/** Drops a database if it exists, and ends its sessions. */
export async function dropBeside(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
}

/** Days for which the database that a restore replaced is kept. */
const KEPT_DAYS = 30;

/** Name under which a restore keeps the replaced database. */
export const keptName = (name: string, at: Date): string =>
  `${name}_before_${at.toISOString().slice(0, 19).replace(/\D/g, "")}`;

/** Drops replaced databases that restores kept more than 30 days ago; returns their names. */
export async function dropKept({ ownerUrl, adminUrl }: Besides, now: Date): Promise<string[]> {
  const admin = await connectAsOwner(adminUrl);
  const prefix = `${nameIn(ownerUrl)}_before_`;
  const last = keptName(nameIn(ownerUrl), new Date(now.getTime() - KEPT_DAYS * 86_400_000));
  try {
    const { rows } = await admin.query<{ name: string }>(
      "select datname::text as name from pg_database where starts_with(datname, $1) and length(datname) = length($2) and datname < $2",
      [prefix, last],
    );
    for (const { name } of rows) await dropBeside(admin, name);
    return rows.map(({ name }) => name);
  } finally {
    await admin.end();
  }
}

/** Addresses of another database on the same server, with the same roles. */
export const addressesOf = ({ url, ownerUrl }: DatabaseAddresses, name: string): DatabaseAddresses => ({
  url: renamed(url, name),
  ownerUrl: renamed(ownerUrl, name),
});

/** Name of the database in an address. */
export const nameIn = (url: string): string => decodeURIComponent(new URL(url).pathname.slice(1));
const roleIn = (url: string): string => decodeURIComponent(new URL(url).username);

function renamed(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
