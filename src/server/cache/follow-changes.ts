import { dependOn, EVERYTHING, tableKey } from "~/platform/cache-keys.server";
import { type Database, listen, logFault } from "~/platform/database.server";
import { cacheKeys } from "~/shop/cache-keys";
import type { Services } from "~/services";
import { openOffers } from "~/shop/offers/offers.server";
import { openSettings } from "~/shop/settings.server";
import { openTaxes, unreadableIn } from "~/shop/tax/taxes.server";
import { followOffers, OFFERS } from "./follow-offers";

/** Channel on which the database notifies every process of the cache keys of a change. */
const SHOP_CHANGED = "shop_changed";

/** Cache key of the table of states in which tax is charged. Rates and rules need no key: no cached page shows them. */
const TAX_STATES = tableKey("tax_states");

/** Follows changes of the shop: drops the cache entries of their keys, and reloads settings, taxes and offers. */
export async function followChanges(
  { url, db }: { url: string; db: Database },
  drop: (keys: readonly string[]) => void,
): Promise<Followed & { close(): Promise<void> }> {
  // Pages rendered while the settings were read may contain old ones.
  const settings = await openSettings(db, () => drop([cacheKeys.frame]));
  const taxes = await openTaxes(db, () => drop([TAX_STATES]));
  const offers = await openOffers(db, () => {
    drop([OFFERS]);
    told.look();
  });
  const told = followOffers(offers.current, drop);
  const again = (what: string, reload: () => Promise<void>) =>
    void reload().catch((error: unknown) => logFault(error, {}, `${what} could not be read again`));
  const { close: unlisten } = await listen(url, SHOP_CHANGED, (payload) => {
    const keys = keysIn(payload);
    drop(keys);
    const isAll = keys.includes(EVERYTHING);
    if (isAll || keys.includes(cacheKeys.frame)) again("settings", settings.reload);
    if (isAll || keys.some((key) => key.startsWith(TAX_TABLES))) again("rates of tax", taxes.reload);
    if (isAll || keys.includes(OFFERS)) again("offers", offers.reload);
  });
  return {
    settings() {
      dependOn(cacheKeys.frame);
      return settings.current();
    },
    reloadSettings: settings.reload,
    taxes() {
      dependOn(TAX_STATES);
      return taxes.current();
    },
    reloadTaxes: taxes.reload,
    // Without a key: a page that shows offers depends on the goods of each, and a price is never cached.
    offers: offers.current,
    reloadOffers: offers.reload,
    unreadable: () => unreadableIn(settings, taxes),
    async close() {
      told.stop();
      await unlisten();
    },
  };
}

type Followed = Pick<
  Services,
  "settings" | "reloadSettings" | "taxes" | "reloadTaxes" | "unreadable" | "offers" | "reloadOffers"
>;

/** Prefix of the cache keys of all tax tables: states, ranges, rules and fees. */
const TAX_TABLES = tableKey("tax_");

/**
 * Cache keys in a notification, one per line. An empty notification is sent after an interruption and means all keys, because
 * notifications may have been missed.
 */
const keysIn = (payload: string): string[] => (payload === "" ? [EVERYTHING] : payload.split("\n"));
