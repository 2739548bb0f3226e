import { basename, dirname, join } from "node:path";
import { backupsIn } from "./backups-in.server";
import { NotRestored } from "./beside.server";
import { erasureKey, ERASURES, erasuresIn, eraseListed, type Sign } from "./erasures.server";
import type { Erasures, Manifest } from "./manifest";
import { manifestIn } from "./read-sections.server";
import { momentOf } from "./write-backup.server";

/** Age up to which a backup that lies alone is the newest: the next one is made within the hour. */
const NEWEST_MS = 70 * 60_000;

/** Source of the erasures since a backup, for a restore. */
export interface ErasuresKnown {
  sign: Sign;
  /** Goes on where nobody knows. */
  orUnknown: boolean;
  now?: Date;
}

/** Erasures that a restore repeats. */
export interface ErasesAgain {
  /** Erases in a database that was just loaded; returns how many records. */
  erase(ownerUrl: string): Promise<number>;
  /** Moment of the last backup whose erasures are known, as an ISO date, where no list lies beside it. */
  until?: string;
}

/** A list, and the moment up to which it is known to be whole. */
interface Inside {
  erasures: Erasures;
  takenAt: string;
}

/**
 * Finds the erasures since a backup: in the list beside it, or else inside the newest backup that lies with it, which may be itself. Inside, a list
 * ends with its backup; a newer one may be elsewhere unless it is hardly an hour old.
 *
 * @throws {NotRestored} when there is none, it needs another secret key, or erasures may have followed: since when they are unknown, and how to go
 *   on.
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

/** The list inside the newest backup of the same folder that can be read; at least that of the backup itself. */
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
