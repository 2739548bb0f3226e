import { dependOn, EVERYTHING } from "~/platform/cache-keys.server";
import { type Database, listen, logFault } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { Settings } from "~/shop/settings";
import { openSettings } from "~/shop/settings.server";

/** Channel of the database's notices with the keys of changes, to every process. */
const SHOP_CHANGED = "shop_changed";

/** Follows changes of the shop: drops the cache entries of their keys, and reloads the settings. */
export async function followChanges(
  { url, db }: { url: string; db: Database },
  drop: (keys: readonly string[]) => void,
): Promise<{ settings(): Settings; reloadSettings(): Promise<void>; close(): Promise<void> }> {
  // Pages rendered while the settings were read may contain old ones.
  const settings = await openSettings(db, () => drop([cacheKeys.frame]));
  const { close } = await listen(url, SHOP_CHANGED, (payload) => {
    const keys = keysIn(payload);
    drop(keys);
    if (!keys.includes(cacheKeys.frame) && !keys.includes(EVERYTHING)) return;
    settings.reload().catch((error: unknown) => logFault(error, {}, "settings could not be read again"));
  });
  return {
    settings() {
      dependOn(cacheKeys.frame);
      return settings.current();
    },
    reloadSettings: settings.reload,
    close,
  };
}

/** Keys of a notice, one per line; after an interruption all, since notices may be missing. */
const keysIn = (payload: string): string[] => (payload === "" ? [EVERYTHING] : payload.split("\n"));
