import { randomBytes } from "node:crypto";
import { basename, dirname } from "node:path";
import { DrizzleQueryError, sql } from "drizzle-orm";
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import { connect, type Database } from "~/platform/database.server";
import { isUnreachable } from "~/platform/outage.server";
import { boughtCardsOf } from "~/shop/orders/gift-cards/bought-cards.server";
import { orderFile } from "~/shop/orders/order-file.server";
import { BackupNotWritten } from "./backup-file.server";
import { carrier, fileIn, mediaBeside, missingIn, originalsIn } from "./backup-media.server";
import {
  addressesOf,
  type Besides,
  connectBeside,
  createBeside,
  dropBeside,
  dropBesides,
  MayNotCreate,
  nameIn,
} from "./databases-beside.server";
import { inspectBackup } from "./inspect-backup.server";
import { type LoadWatch, loadBackup } from "./load-backup.server";
import type { Manifest } from "./manifest";
import type { Proof } from "./proof";
import { noRoomToTest } from "./room.server";
import { RowSum } from "./row-sums";
import { copyStatement, tablesIn } from "./snapshot.server";
import type { BackedUp } from "./write-backup.server";
import { unusable, UnusableBackup } from "./unusable-backup";

/** A shop whose backups are tested in a scratch database on its server. */
export interface ProofTarget extends Besides {
  /** Folder of the shop's pictures. */
  pictures: string;
  remote?: BackedUp["remote"];
  /** Data directory of the built-in database, whose free space can be checked; undefined for a server. */
  directory?: string | undefined;
}

/** Maximum number of orders that are read in the restored database. */
const ORDERS = 20;
const DISK_FULL = "53100";
/** Takes a lock, named by the prefix of the scratch databases, so that only one test of a shop runs at a time. */
const PROOF_LOCK = "select pg_try_advisory_lock(hashtextextended($1, 0)) as own";

/** Error for a test that cannot be run here or now; its message is for the operator. */
class NotTried extends Error {
  override readonly name = "NotTried";
}

interface Found {
  rows: number;
  pictures: number;
  orders: number;
}

/** Receives the manifest of the tested backup as soon as it is read. */
type Noted = (manifest: Manifest) => void;

/**
 * Restores a backup into a scratch database, compares every checksum and every row that the database returns, checks the
 * pictures, reads orders with the shop's own functions, and drops the database. The shop's services are not started on it, so
 * that no letter is sent and no job runs. Problems of the backup are returned as the result; errors of the database connection
 * are thrown.
 */
export async function proveBackup(
  target: ProofTarget,
  file: string,
  { passphrase, now = new Date() }: { passphrase?: string | undefined; now?: Date } = {},
): Promise<Proof> {
  const started = Date.now();
  let tables: string | undefined;
  const noted: Noted = ({ schema }) => {
    tables = tablesIn(schema);
  };
  const told = (outcome: Proof["outcome"], words: string, found?: Found): Proof => ({
    at: now.toISOString(),
    backup: basename(file),
    outcome,
    words,
    ...(found ?? { rows: 0, pictures: 0, orders: 0 }),
    seconds: Math.round((Date.now() - started) / 1000),
    ...(tables !== undefined && { tables }),
  });
  try {
    return told("proven", "", await restoredBeside(target, file, passphrase, noted));
  } catch (error) {
    if (error instanceof UnusableBackup) return told("failed", error.message);
    if (error instanceof NotTried || error instanceof MayNotCreate || error instanceof BackupNotWritten)
      return told("skipped", error.message);
    if ((error as pg.DatabaseError).code === DISK_FULL) return told("skipped", "The database's disk is full.");
    throw error;
  }
}

async function restoredBeside(
  target: ProofTarget,
  file: string,
  passphrase: string | undefined,
  noted: Noted,
): Promise<Found> {
  const admin = await connectBeside(target);
  const prefix = `${nameIn(target.ownerUrl)}_proof_`;
  const scratch = `${prefix}${randomBytes(4).toString("hex")}`;
  try {
    const { rows } = await admin.query<{ own: boolean }>(PROOF_LOCK, [prefix]);
    if (!rows[0]?.own) throw new NotTried("Another test is running.");
    // Drops scratch databases of interrupted tests first, because they take space and contain personal data.
    await dropBesides(admin, prefix);
    const noRoom = await noRoomToTest(target.directory, target.ownerUrl);
    if (noRoom !== undefined) throw new NotTried(noRoom);
    const manifest = await inspectBackup(file, passphrase);
    noted(manifest);
    await requirePictures(target, file, manifest);
    await createBeside(admin, target, scratch);
    const there = addressesOf(target, scratch);
    await loadBackup(there, file, passphrase, manifest, { watch: comparing() }).catch(refused);
    const orders = await readOrders(there.url);
    return {
      rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0),
      pictures: manifest.media.length,
      orders,
    };
  } finally {
    await dropBeside(admin, scratch).catch(() => undefined);
    await admin.end();
  }
}

/**
 * @throws {UnusableBackup} if the database refused rows or tables of the backup; without PostgreSQL's message, which may quote a
 * row.
 */
function refused(error: unknown): never {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  const { code = "", constraint, severity } = cause as pg.DatabaseError;
  if (severity === undefined || code === DISK_FULL || isUnreachable(cause)) throw error;
  throw new UnusableBackup(unusable.refused([code, constraint].filter(Boolean).join(", ")));
}

/** Refuses a backup if pictures are missing beside it that the shop itself has. */
async function requirePictures({ pictures, remote }: ProofTarget, file: string, { media }: Manifest): Promise<void> {
  const lacking = await missingIn(mediaBeside(dirname(file)), media);
  const { carried, has } = carrier(remote?.bring);
  for (const hash of lacking) await has(hash, fileIn(originalsIn(pictures), hash));
  if (carried.unreached.length > 0)
    throw new NotTried("The store of pictures does not answer, and some of them do not lie beside the backup.");
  const count = lacking.length - carried.missing.length;
  if (count > 0) throw new UnusableBackup(unusable.picturesMissing(count));
}

/** Compares the rows of the file with the rows that the database returns after loading. */
function comparing(): LoadWatch {
  const sums = new Map<string, { columns: string[]; sum: RowSum }>();
  return {
    read(table, columns, lines) {
      const known = sums.get(table) ?? { columns, sum: new RowSum() };
      sums.set(table, known);
      known.sum.add(lines);
    },
    async loaded(owner) {
      for (const [table, { columns, sum }] of sums) {
        const returned = new RowSum();
        for await (const lines of owner.query(copyTo(copyStatement(table, columns, "to stdout"))))
          returned.add(lines as Buffer);
        if (String(returned) !== String(sum))
          throw new UnusableBackup(unusable.otherSum(table, String(returned), String(sum)));
      }
    },
  };
}

/** Reads orders as the back office does, the newest ones and a sample of all others; returns their number. */
async function readOrders(url: string): Promise<number> {
  const { db, close } = connect(url, { max: 2, patient: true });
  try {
    const numbers = await someOrders(db);
    for (const number of numbers) await readOrder(db, number);
    return numbers.length;
  } finally {
    await close();
  }
}

async function readOrder(db: Database, number: string): Promise<void> {
  const { order, lines } = await orderFile(db, number).catch((error: unknown) => {
    throw new UnusableBackup(unusable.unreadOrder(number, (error as Error).message));
  });
  const value = order.lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const { size: cards } = await boughtCardsOf(db, number);
  if (value !== order.summary.orderValue || lines.length + cards !== order.lines.length)
    throw new UnusableBackup(unusable.otherValue(number));
}

async function someOrders(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    (select number from orders where paid_at is not null order by paid_at desc limit ${ORDERS / 2})
    union (select number from orders where paid_at is not null order by md5(number) limit ${ORDERS})
    limit ${ORDERS}`);
  return rows.map(({ number }) => number);
}
