import { randomUUID } from "node:crypto";
import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { connectAsOwner } from "~/platform/migrations.server";
import { log } from "~/platform/log.server";
import { BackupNotWritten, exists, onDisk } from "./backup-file.server";
import { copyMedia, mediaBeside, originalsIn } from "./backup-media.server";
import { type BackupStore, copyNewest } from "./backup-store.server";
import { dropKept } from "./beside.server";
import { keptBackups } from "./kept-backups";
import type { Backups, StoredBackup, Testing } from "./backups";
import { lookAtBackups } from "./look-at-backups.server";
import { isProofDue, type Proof, Proofs } from "./proof";
import { type ProofTarget, proveBackup } from "./prove-backup.server";
import { mediaIn } from "./read-sections.server";
import { databaseBytes } from "./room.server";
import { sweepMedia } from "./sweep-media.server";
import { type BackedUp, momentOf, writeBackup } from "./write-backup.server";

interface Options {
  folder: string;
  isHourly: boolean;
  passphrase?: string | undefined;
  /** Whether the newest backup is tested each week; unset: for databases that are no larger than `TESTED_BYTES`. */
  isTested?: boolean | undefined;
  /** Store that gets each hourly backup, too. */
  store?: BackupStore | undefined;
}

/** Size of a server's database above which its backups are tested only on request, in bytes. */
const TESTED_BYTES = 5e9;
/** File with the results of restore tests, beside the backups. */
const PROOFS = "restore-tests.json";

/** Opens the folder of backups, which need not exist. */
export function openBackups(
  source: BackedUp & ProofTarget,
  { folder, isHourly, passphrase, isTested, store }: Options,
): Backups {
  const list = async (): Promise<StoredBackup[]> => {
    const names = await readdir(folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (name) => {
        const at = momentOf(name);
        // Another process may delete it meanwhile.
        const bytes = at && (await stat(join(folder, name)).catch(() => undefined))?.size;
        return at && bytes !== undefined ? [{ name, at, bytes }] : [];
      }),
    );
    return found.flat().toSorted((one, other) => other.at.getTime() - one.at.getTime());
  };
  const proofs = async (): Promise<Proofs | undefined> => {
    // A missing file, or one of another version, tells nothing.
    const read = readFile(join(folder, PROOFS), "utf8").then((text) => Proofs.parse(JSON.parse(text)));
    return read.catch(() => undefined);
  };
  const prove = async (now: Date): Promise<Proof | undefined> => {
    const [newest] = await list();
    if (!newest) return undefined;
    const last = await proveBackup(source, join(folder, newest.name), { passphrase, now });
    const proven = last.outcome === "proven" ? last : ((await proofs())?.proven ?? null);
    const part = join(folder, `${PROOFS}.${randomUUID()}`);
    await onDisk(part, () => writeFile(part, JSON.stringify({ last, proven } satisfies Proofs)));
    await rename(part, join(folder, PROOFS));
    return last;
  };
  const testing = async (): Promise<Testing> => {
    if (isTested === false) return "off";
    return isTested || (await isSmall(source)) ? "weekly" : "too-large";
  };
  /** Copies pictures of a backup that were in a store. */
  async function copyLeft(name: string): Promise<void> {
    if (!source.remote) return;
    const hashes = await mediaIn(join(folder, name), passphrase);
    const before = source.remote.bring;
    const { unreached } = await copyMedia(originalsIn(source.pictures), mediaBeside(folder), hashes, { before });
    requireReached(unreached);
  }
  return {
    folder,
    isHourly,
    copiedTo: store?.address,
    list,
    look: async () => lookAtBackups(folder, await list(), { passphrase, secretKey: source.fingerprints.secretKey }),
    async makeHourly(now) {
      const hour = now.toISOString().slice(0, 13);
      // A job that is tried again, or done by a second process.
      const made = (await list()).find(({ at }) => at.toISOString().slice(0, 13) === hour);
      if (made) return copyLeft(made.name);
      const { unreached } = await writeBackup(source, folder, { passphrase, now });
      const all = await list();
      const kept = keptBackups(all);
      for (const backup of all) if (!kept.has(backup)) await rm(join(folder, backup.name), { force: true });
      await sweepParts(folder, now);
      requireReached(unreached);
    },
    async copyNewest() {
      if (store) await copyNewest(store, folder, (await list())[0], passphrase);
    },
    proofs,
    testing,
    prove,
    async sweep(now) {
      const dropped = await dropKept(source, now);
      if (dropped.length > 0) log.info({ dropped }, "databases that restores kept are dropped");
      if (await exists(folder)) await sweepMedia(folder, passphrase, now);
    },
    async proveWeekly(now) {
      if (!isProofDue(await proofs(), now)) return undefined;
      return (await testing()) === "weekly" ? prove(now) : undefined;
    },
  };
}

function requireReached({ length: count }: readonly string[]): void {
  if (count === 0) return;
  const pictures = count === 1 ? "1 picture is" : `${count.toLocaleString("en-US")} pictures are`;
  throw new BackupNotWritten(
    `The backup is written, but ${pictures} not beside it yet: the store of pictures does not answer.`,
  );
}

/** Whether a test by itself is no burden: of the built-in database, and of a small one on a server. */
async function isSmall({ ownerUrl, directory }: ProofTarget): Promise<boolean> {
  if (directory) return true;
  const owner = await connectAsOwner(ownerUrl);
  return (await databaseBytes(owner).finally(() => owner.end())) <= TESTED_BYTES;
}

const DAY = 86_400_000;

/** Deletes files of backups that were cut a day ago or earlier; a younger one may still be written. */
async function sweepParts(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const at = name.endsWith(".part") ? momentOf(name.slice(0, -".part".length)) : undefined;
    if (at && now.getTime() - at.getTime() > DAY) await rm(join(folder, name), { force: true });
  }
}
