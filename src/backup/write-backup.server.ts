import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { connectAsOwner } from "~/platform/migrations.server";
import { onDisk, writeSealed } from "./backup-file.server";
import { type Carried, copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { erasuresOf, keepErasures } from "./erasures.server";
import type { Manifest } from "./manifest";
import { snapshotOf } from "./snapshot.server";

/** A shop to back up: the address of its database for the owner's role, and its folder of pictures. */
export interface BackedUp {
  ownerUrl: string;
  pictures: string;
  /**
   * Remote store of the pictures if the folder is only a cache: `bring` downloads an original into the folder, `send` uploads
   * one.
   */
  remote?: { bring(hash: string): Promise<boolean>; send(hash: string): Promise<void> };
  fingerprints: Manifest["fingerprints"];
  /** Signs a text with the shop's secret key; without it no list of erasures is stored. */
  sign?(text: string): string;
}

/** A written backup, and the pictures that could not be copied beside it. */
export interface Backup extends Carried {
  file: string;
  bytes: number;
  manifest: Manifest;
}

interface Options {
  passphrase?: string | undefined;
  now?: Date;
  /** Prefix of the file's name. */
  prefix?: string;
  /** Copies the pictures to another place than beside the file. */
  carry?(hashes: readonly string[]): Promise<Carried>;
}

/**
 * Writes a backup of a running or stopped shop into a folder, with the pictures that are not there yet. The file gets its name
 * only when it is complete. Pictures whose remote store does not respond are left to the next backup, because the rows are more
 * urgent.
 *
 * @throws {BackupNotWritten} if the disk is full or not writable; earlier backups are unchanged.
 */
export async function writeBackup(
  { ownerUrl, pictures, remote, fingerprints, sign }: BackedUp,
  folder: string,
  { passphrase, now = new Date(), prefix = "iron-mesa", carry }: Options = {},
): Promise<Backup> {
  await onDisk(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
  const client = await connectAsOwner(ownerUrl);
  try {
    const { rows } = await client.query<{ name: string | null }>(
      "select value #>> '{}' as name from settings where name = 'shopName'",
    );
    const file = join(folder, `${prefix}-${now.toISOString().slice(0, 19).replaceAll(":", "")}Z.backup`);
    const erasures = sign && (() => erasuresOf(client, folder, sign));
    const about = { shopName: rows[0]?.name ?? "Iron Mesa", fingerprints, erasures };
    const beside = (hashes: readonly string[]) =>
      copyMedia(originalsIn(pictures), mediaBeside(folder), hashes, { before: remote?.bring });
    let made: Omit<Backup, "file" | "bytes"> | undefined;
    const content = snapshotOf(client, about, async (manifest) => {
      made = { manifest, ...(await (carry ?? beside)(manifest.media)) };
    });
    const bytes = await writeSealed(file, content, passphrase);
    if (!made) throw new Error("The snapshot ended without its manifest.");
    // Read after the backup's rows, so that the list contains at least their erasures.
    if (sign) await keepErasures(client, folder, sign, now);
    return { file, bytes, ...made };
  } finally {
    await client.end();
  }
}

/** Time in the name of a backup `iron-mesa-….backup`; undefined for other files. */
export function momentOf(name: string): Date | undefined {
  const [, day, hours, minutes, seconds] = /^iron-mesa-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/.exec(name) ?? [];
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined;
}
