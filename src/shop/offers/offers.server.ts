import { asc, isNull } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { reloaded, type Reloaded } from "~/platform/reloaded";
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

/** Loads the offers of a process, so that no order asks the database for them. Calls `changed` after each reload. */
export const openOffers = (db: Database, changed: () => void): Promise<Reloaded<readonly Offer[]>> =>
  reloaded(() => readOffers(db), changed);
