import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { BackupNotWritten } from "~/backup/backup-file.server";
import { UnusableBackup } from "~/backup/unusable-backup";
import { KEPT_DAYS, NotUpgraded, upgradeDatabase } from "~/backup/upgrade-database.server";
import { type Env, UnusableEnv } from "~/platform/env.server";
import { openSealer } from "~/platform/sealing.server";
import { besideDatabase } from "../open-services";
import { say } from "./say";

export const UPGRADE_USAGE = `Usage: npm run shop -- upgrade-database
  moves the built-in database to the PostgreSQL of this version of the shop, when the start asks for it; stop the shop first
  it writes a backup into BACKUP_DIR, loads it beside, compares every row, and keeps the old folder for ${KEPT_DAYS} days`;

/**
 * `npm run shop -- upgrade-database`: moves the database to the program's major version. Returns the exit code: 1 when the old
 * database stays in use.
 */
export async function runUpgrade(env: Env): Promise<number> {
  if (env.databaseUrl)
    throw new UnusableEnv(
      "DATABASE_URL names a server: its own tools upgrade it. This command is for the built-in one.",
    );
  try {
    const wasDone = await upgradeDatabase({
      dataDirectory: env.dataDirectory,
      folder: env.backupDirectory,
      passphrase: env.backupPassphrase,
      ...besideDatabase(env, await openSealer(env.dataDirectory)),
      binariesOf: formerBinaries,
      say,
    });
    say(wasDone ? "Done. Start the shop; everybody signs in again." : "The database is of this version already.");
    return 0;
  } catch (error) {
    if (!(error instanceof NotUpgraded || error instanceof BackupNotWritten || error instanceof UnusableBackup))
      throw error;
    say(error.message);
    return 1;
  }
}

/** Installs PostgreSQL binaries of an earlier major version into a folder, with pinned versions and checksums. */
export async function formerBinaries(major: number): Promise<string> {
  const home = join("scripts/former-postgres", String(major));
  if (!existsSync(home))
    throw new NotUpgraded(
      `This version of the shop cannot read PostgreSQL ${major}: upgrade with a version between, or restore a backup.`,
    );
  const child = spawn(process.execPath, ["scripts/install-former-postgres.mjs", String(major)], {
    stdio: ["ignore", "inherit", "inherit"],
  });
  const [code] = await once(child, "exit");
  const native = resolve(home, "node_modules", `postgres-${process.platform}-${process.arch}`, "native");
  if (code !== 0 || !existsSync(native))
    throw new NotUpgraded(`PostgreSQL ${major} could not be installed. Nothing was changed.`);
  return native;
}
