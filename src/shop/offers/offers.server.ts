import { asc, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import type { Offer } from "./offer";
import { offers } from "./offers.tables";

/** Offers that are not deleted, in the merchant's order; those that are off, ended or still to begin included. */
export function readOffers(db: Database): Promise<Offer[]> {
  const { id, rule, goods, isOn, startsAt, endsAt, isWithoutCodes } = offers;
  return db
    .select({ id, rule, goods, isOn, startsAt, endsAt, isWithoutCodes })
    .from(offers)
    .where(isNull(offers.putAwayAt))
    .orderBy(asc(offers.position), asc(offers.id));
}

/** Offers as loaded by a process. */
export interface OpenOffers {
  current(): readonly Offer[];
  /** Reloads the offers; resolves when this process uses the values that were stored at the time of the call. */
  reload(): Promise<void>;
}

/**
 * Loads the offers of a process, so that no order asks the database for them. Reloads run in sequence, so that an older result never
 * replaces a newer one. Calls `changed` after each reload.
 */
export async function openOffers(db: Database, changed: () => void): Promise<OpenOffers> {
  let current = await readOffers(db);
  let last = Promise.resolve();
  let next: Promise<void> | undefined;

  async function read(): Promise<void> {
    next = undefined;
    current = await readOffers(db);
    changed();
  }
  return {
    current: () => current,
    // Calls made before the next reload starts share it.
    reload: () => (next ??= last = last.then(read, read)),
  };
}
