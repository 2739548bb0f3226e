import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Moment in the name of every backup that the program makes by itself; those of others are left alone. */
const NAME = /^(iron-mesa|before-[\w-]+)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.part)?$/;
/** Backups that an upgrade or a restore set aside; they are kept as long as a database that it kept. */
const SET_ASIDE = /^before-(postgres-\d+|restore)-/;
const KEPT_DAYS = 30;
const DAY = 86_400_000;

/**
 * Deletes files of backups that were cut a day ago or earlier, since a younger one may still be written, and backups that upgrades and restores set aside
 * more than 30 days ago.
 */
export async function sweepFiles(folder: string, now: Date): Promise<void> {
  for (const name of await readdir(folder)) {
    const [, , day, hours, minutes, seconds, part] = NAME.exec(name) ?? [];
    if (!day) continue;
    const age = now.getTime() - new Date(`${day}T${hours}:${minutes}:${seconds}Z`).getTime();
    const isLeft = part ? age > DAY : SET_ASIDE.test(name) && age > KEPT_DAYS * DAY;
    if (isLeft) await rm(join(folder, name), { force: true });
  }
}
