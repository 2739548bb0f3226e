import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "~/platform/durations";

/** Name that the program gives to a backup, with its time; files with other names are never deleted. */
const NAME = /^(iron-mesa|before-[\w-]+)-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.part)?$/;
/** Name of a backup that an upgrade or a restore made of the replaced data; it is kept as long as a replaced database. */
const SET_ASIDE = /^before-(postgres-\d+|restore)-/;
const KEPT_DAYS = 30;

/**
 * Deletes unfinished backup files older than a day, because younger ones may still be written, and backups of upgrades and
 * restores older than 30 days.
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
