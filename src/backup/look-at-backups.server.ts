import { join } from "node:path";
import { exists, UnusableBackup } from "./backup-file.server";
import type { LookedAtBackup, StoredBackup } from "./backups";
import { inspectBackup } from "./inspect-backup.server";

/**
 * Reads backups completely, and returns for each the problem that prevents restoring it here, empty if there is none. A backup
 * that is deleted meanwhile is left out.
 */
export async function lookAtBackups(
  folder: string,
  stored: readonly StoredBackup[],
  { passphrase, secretKey }: { passphrase: string | undefined; secretKey: string },
): Promise<LookedAtBackup[]> {
  const looked: LookedAtBackup[] = [];
  for (const { name, at, bytes } of stored) {
    const file = join(folder, name);
    const found = await lookAt(file, passphrase, secretKey);
    if (found) looked.push({ file, at, bytes, ...found });
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
    const problem = error instanceof UnusableBackup ? message : `A file of it cannot be read: ${code}.`;
    return { shopName: "", hasKey: true, problem };
  }
}
