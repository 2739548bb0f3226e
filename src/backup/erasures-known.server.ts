import { basename, dirname, join } from "node:path";
import { backupsIn } from "./backups-in.server";
import { NotRestored } from "./restore-refusals.server";
import { erasureKey, ERASURES, erasuresIn, eraseListed, type Sign } from "./erasures.server";
import type { Erasures, Manifest } from "./manifest";
import { manifestIn } from "./read-sections.server";
import { momentOf } from "./write-backup.server";

/** Milliseconds for which a backup is certainly the newest one, because the next is made an hour later. */
const NEWEST_MS = 70 * 60_000;

/** Options for finding the erasures that were made after a backup. */
export interface ErasuresKnown {
  sign: Sign;
  /** Whether to restore although erasures after the backup may be unknown. */
  orUnknown: boolean;
  now?: Date;
}

/** Erasures to repeat after a restore. */
export interface ErasesAgain {
  /** Repeats the erasures in a database that was just loaded; returns the number of erased records. */
  erase(ownerUrl: string): Promise<number>;
  /** Time up to which erasures are known, in ISO 8601; unset if the list beside the backup is complete. */
  until?: string;
}

/** List of erasures inside a backup, and the time up to which it is complete. */
interface Inside {
  erasures: Erasures;
  takenAt: string;
}

/**
 * Finds the erasures made after a backup: in the list beside it, otherwise inside the newest backup of its folder, which may be
 * the backup itself. The list inside a backup ends at that backup's time, so that later erasures are unknown unless the backup is
 * not older than `NEWEST_MS`.
 *
 * @throws {NotRestored} if there is no list, if it needs another secret key, or if later erasures are unknown; the message says
 * since when, and how to restore nevertheless.
 */
export async function eraseAgain(
  file: string,
  passphrase: string | undefined,
  manifest: Manifest,
  { sign, orUnknown, now = new Date() }: ErasuresKnown,
): Promise<ErasesAgain> {
  const folder = dirname(file);
  const key = erasureKey(sign);
  const beside = await erasuresIn(folder);
  const lists = beside ? [beside] : [];
  const inside = beside?.key === key ? ownList(manifest) : await newestList(file, passphrase, manifest);
  if (inside) lists.push(inside.erasures);
  const own = lists.filter((list) => list.key === key);
  const erased = Object.assign({}, ...own.toReversed().map((list) => list.erased)) as Erasures["erased"];
  const again = { erase: (ownerUrl: string) => eraseListed(ownerUrl, { key, erased }, sign) };
  if (beside?.key === key) return again;
  const until = inside?.erasures.key === key ? inside.takenAt : undefined;
  const isNewest = until !== undefined && now.getTime() - Date.parse(until) <= NEWEST_MS;
  if (until !== undefined && (isNewest || orUnknown)) return { ...again, until };
  if (orUnknown) return again;
  throw new NotRestored(
    `${whyUnknown(folder, beside, until)}. Without it nobody knows what was erased since ${until ?? manifest.takenAt}, and it would come back. Nothing was changed. To restore all the same, and erase by hand, add --erasures-unknown.`,
  );
}

const whyUnknown = (folder: string, beside: Erasures | undefined, until: string | undefined): string =>
  beside
    ? `${join(folder, ERASURES)} needs the secret key of the backup's shop: put data/secret-key of that shop back`
    : until === undefined
      ? `${ERASURES} does not lie beside the backup: put that of its folder there`
      : `${ERASURES} does not lie beside the backup, and the list inside the newest one ends with it: put ${ERASURES} or a newer backup of its folder there`;

const ownList = ({ erasures, takenAt }: Manifest): Inside | undefined => erasures && { erasures, takenAt };

/** List inside the newest readable backup of the same folder; otherwise the one inside the backup itself. */
async function newestList(
  file: string,
  passphrase: string | undefined,
  manifest: Manifest,
): Promise<Inside | undefined> {
  const at = momentOf(basename(file)) ?? new Date(manifest.takenAt);
  for (const newer of await backupsIn(dirname(file))) {
    if (newer.at <= at) break;
    const read = await manifestIn(join(dirname(file), newer.name), passphrase).catch(() => undefined);
    const inside = read && ownList(read);
    if (inside) return inside;
  }
  return ownList(manifest);
}
