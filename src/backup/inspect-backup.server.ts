import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { longStatements } from "~/platform/long-migrations.server";
import { journal } from "~/platform/migrations.server";
import { exists, isUnencrypted, readSealed } from "./backup-file.server";
import { checkMedia, mediaBeside } from "./backup-media.server";
import type { LookedAtBackup, StoredBackup } from "./backups";
import type { Manifest } from "./manifest";
import { readSections } from "./read-sections.server";
import { rowsIn } from "./snapshot.server";
import { unusable, UnusableBackup } from "./unusable-backup";

/**
 * Reads a whole backup without writing anything, and verifies every chunk, row count and checksum, and the pictures beside it.
 *
 * @throws {UnusableBackup} if this program cannot restore the backup.
 */
export async function inspectBackup(file: string, passphrase: string | undefined): Promise<Manifest> {
  const found = new Map<string, { rows: number; sha256: string }>();
  const manifest = await readSections(readSealed(file, passphrase), async (section) => {
    const sum = createHash("sha256");
    let rows = 0;
    return {
      async write(lines) {
        sum.update(lines);
        rows += rowsIn(lines);
      },
      async end() {
        found.set("table" in section ? section.table : " jobs", { rows, sha256: sum.digest("hex") });
      },
    };
  });
  const told = [...manifest.tables, { name: " jobs", ...manifest.jobs }];
  const isWhole =
    told.length === found.size &&
    told.every(({ name, rows, sha256 }) => found.get(name)?.rows === rows && found.get(name)?.sha256 === sha256);
  if (!isWhole) throw new UnusableBackup(unusable.otherRows(file));

  const { migrations, last, long = [] } = manifest.schema;
  const known = new Set(await longStatements());
  if ((await journal())[migrations - 1]?.tag !== last || long.some((name) => !known.has(name)))
    throw new UnusableBackup(unusable.newer(file));
  await checkMedia(mediaBeside(dirname(file)), manifest.media);
  return manifest;
}

/**
 * Reads backups completely, and returns for each the problem that prevents restoring it here, empty if there is none. A backup
 * that is not encrypted is marked as such if there is a passphrase. A backup that is deleted meanwhile is left out.
 */
export async function lookAtBackups(
  folder: string,
  stored: readonly StoredBackup[],
  { passphrase, secretKey }: { passphrase: string | undefined; secretKey: string },
): Promise<LookedAtBackup[]> {
  const looked: LookedAtBackup[] = [];
  for (const { name, at, bytes } of stored) {
    const file = join(folder, name);
    const isMarked = passphrase !== undefined && (await isUnencrypted(file));
    const found = await lookAt(file, isMarked ? undefined : passphrase, secretKey);
    if (found) looked.push({ file, at, bytes, isUnencrypted: isMarked, ...found });
  }
  return looked;
}

async function lookAt(
  file: string,
  passphrase: string | undefined,
  secretKey: string,
): Promise<Pick<LookedAtBackup, "shopName" | "hasKey" | "problem"> | undefined> {
  try {
    const { shopName, fingerprints } = await inspectBackup(file, passphrase);
    return { shopName, hasKey: fingerprints.secretKey === secretKey, problem: "" };
  } catch (error) {
    if (!(await exists(file))) return undefined;
    const { message, code, syscall } = error as NodeJS.ErrnoException;
    if (!(error instanceof UnusableBackup) && !syscall) throw error;
    const problem = error instanceof UnusableBackup ? message : unusable.unread(code);
    return { shopName: "", hasKey: true, problem };
  }
}
