import { randomBytes } from "node:crypto";
import pg from "pg";
import { holdShop } from "~/platform/shop-hold.server";
import {
  addressesOf,
  connectBeside,
  createBeside,
  dropBeside,
  dropBesides,
  MayNotCreate,
  nameIn,
} from "./databases-beside.server";
import { passphraseFor } from "./backup-file.server";
import { eraseAgain, type ErasesAgain, type ErasuresKnown } from "./erasures-known.server";
import { inspectBackup } from "./inspect-backup.server";
import { loadBackup } from "./load-backup.server";
import {
  bringPictures,
  type Inspected,
  type Replacing,
  restoreInPlace,
  type Restored,
  type RestoreTarget,
} from "./restore-in-place.server";
import { keptName } from "./replaced-databases.server";
import { inUse, NotRestored, refuseInUse, refuseShop } from "./restore-refusals.server";
import { noRoomToRestore } from "./room.server";

const IN_USE = "55006";

const NOTHING_ERASED: ErasesAgain = { erase: async () => 0 };

interface RestoreOptions {
  passphrase?: string | undefined;
  /** Whether a backup may be unencrypted although there is a passphrase. */
  unencrypted?: boolean;
  replace?: boolean;
  /** Options to load the backup into the existing database; without them a role that may not create databases cannot restore. */
  inPlace?: Omit<Replacing, "passphrase">;
  /** Options to find erasures made after the backup; without them no erasure is repeated. */
  erasures?: ErasuresKnown;
}

/**
 * Restores a backup: verifies the whole file, loads it into a new database, and then exchanges the names of both databases in one
 * transaction. Until then the shop is unchanged. The restored shop is on hold. If the role may not create databases, `replace`
 * loads the backup into the existing database; see `restoreInPlace`.
 *
 * @throws {UnusableBackup} before anything is written, also if the file is not encrypted, there is a passphrase, and `unencrypted`
 * is not set.
 * @throws {NotRestored} if the database contains a shop and `replace` is not set, if the database is in use, if the disk has too
 * little room, or if no database can be created.
 */
export async function restoreBackup(
  target: RestoreTarget,
  file: string,
  { passphrase, unencrypted = false, replace = false, inPlace, erasures }: RestoreOptions = {},
): Promise<Restored> {
  const opening = unencrypted ? await passphraseFor(file, passphrase) : passphrase;
  const manifest = await inspectBackup(file, opening);
  const noRoom = await noRoomToRestore(target.directory, file);
  if (noRoom !== undefined) throw new NotRestored(noRoom);
  if (!replace) await refuseShop(target.ownerUrl);
  const { erase, until } = erasures ? await eraseAgain(file, passphrase, manifest, erasures) : NOTHING_ERASED;
  const inspected = { file, passphrase: opening, manifest, erase, ...(until && { erasedUntil: until }) };
  const besides = restoreBeside(target, inspected);
  return besides.catch((error: unknown) => {
    if (!(error instanceof MayNotCreate) || !inPlace) throw error;
    if (!replace)
      throw new NotRestored(
        `${error.message} Or restore with --replace, into the database itself: a backup of it is made before.`,
      );
    return restoreInPlace(target, inspected, { ...inPlace, passphrase });
  });
}

/** Loads a backup into a new database on the same server, and renames it to the name of the shop's. */
async function restoreBeside(
  target: RestoreTarget,
  { file, passphrase, manifest, erase, erasedUntil }: Inspected,
): Promise<Restored> {
  const name = nameIn(target.ownerUrl);
  const admin = await connectBeside(target);
  const beside = `${name}_restoring_${randomBytes(4).toString("hex")}`;
  try {
    await refuseInUse(admin, name);
    // Drops databases of interrupted restores.
    await dropBesides(admin, `${name}_restoring_`);
    await createBeside(admin, target, beside);
    const addresses = addressesOf(target, beside);
    await loadBackup(addresses, file, passphrase, manifest);
    const erased = await erase(addresses.ownerUrl);
    await holdShop(addresses.ownerUrl, new Date(manifest.takenAt));
    const missing = await bringPictures(target, file, manifest);
    const kept = keptName(name, new Date());
    await swap(admin, { name, beside, kept });
    return { manifest, kept, missing, erased, ...(erasedUntil && { erasedUntil }) };
  } catch (error) {
    await dropBeside(admin, beside).catch(() => undefined);
    throw error;
  } finally {
    await admin.end();
  }
}

async function swap(admin: pg.Client, names: Record<"name" | "beside" | "kept", string>): Promise<void> {
  const { name, beside, kept } = names;
  const rename = (from: string, to: string) =>
    `alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`;
  try {
    await admin.query("begin");
    await admin.query(rename(name, kept));
    await admin.query(rename(beside, name));
    await admin.query("commit");
  } catch (error) {
    await admin.query("rollback").catch(() => undefined);
    if ((error as pg.DatabaseError).code !== IN_USE) throw error;
    throw inUse();
  }
}
