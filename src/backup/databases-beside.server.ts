import pg from "pg";
import { connectAsOwner, type DatabaseAddresses } from "~/platform/migrations.server";
import { NotRestored } from "./restore-refusals.server";

/** Addresses of a shop's database, and of another database on its server from which new ones are created. */
export interface Besides extends DatabaseAddresses {
  /** Address of another database on the same server, for a role that may create databases. */
  adminUrl: string;
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
