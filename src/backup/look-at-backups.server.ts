import { join } from "node:path";
import { UnusableBackup } from "./backup-file.server";
import type { LookedAtBackup, StoredBackup } from "./backups";
import { inspectBackup } from "./inspect-backup.server";

/** Backups that are read whole for a list. */
const MOST = 3;

/** The newest backups, each read whole: whether it can be restored here, and why not. */
export async function lookAtBackups(
  folder: string,
  stored: readonly StoredBackup[],
  { passphrase, secretKey }: { passphrase: string | undefined; secretKey: string },
): Promise<LookedAtBackup[]> {
  const looked: LookedAtBackup[] = [];
  for (const { name, at, bytes } of stored.slice(0, MOST)) {
    const file = join(folder, name);
    looked.push({ file, at, bytes, ...(await lookAt(file, passphrase, secretKey)) });
  }
  return looked;
}

async function lookAt(
  file: string,
  passphrase: string | undefined,
  secretKey: string,
): Promise<Pick<LookedAtBackup, "shopName" | "hasKey" | "problem">> {
  try {
    const { shopName, fingerprints } = await inspectBackup(file, passphrase);
    return { shopName, hasKey: fingerprints.secretKey === secretKey, problem: "" };
  } catch (error) {
    if (!(error instanceof UnusableBackup)) throw error;
    return { shopName: "", hasKey: true, problem: error.message };
  }
}
