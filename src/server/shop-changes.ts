import { dependOn, EVERYTHING } from "~/platform/cache-keys.server";
import { type Database, listen } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { Settings } from "~/shop/settings";
import { readSettings } from "~/shop/settings.server";

/** The channel on which the database names the keys of what has changed, whoever changed it, to every process. */
const SHOP_CHANGED = "shop_changed";

/** Follows the changes of the shop: drops the keys that each names, and has the settings in force. */
export async function followChanges(
  { url, db }: { url: string; db: Database },
  drop: (keys: readonly string[]) => void,
): Promise<{ settings(): Settings; close(): Promise<void> }> {
  let settings = await readSettings(db);
  const { close } = await listen(url, SHOP_CHANGED, async (payload) => {
    const keys = keysIn(payload);
    drop(keys);
    if (!keys.includes(cacheKeys.frame) && !keys.includes(EVERYTHING)) return;
    settings = await readSettings(db);
    // What was rendered meanwhile may have read the old ones.
    drop([cacheKeys.frame]);
  });
  return {
    settings() {
      dependOn(cacheKeys.frame);
      return settings;
    },
    close,
  };
}

/** The keys of a notice, one a line; all after an interruption, in which some may have been missed. */
const keysIn = (payload: string): string[] => (payload === "" ? [EVERYTHING] : payload.split("\n"));
