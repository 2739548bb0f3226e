import { dependOn, tableKey } from "~/platform/cache-keys.server";
import type { Services } from "~/services";
import { offerStateAt } from "~/shop/offers/offer";
import { openDelivery } from "~/shop/delivery-terms.server";
import type { BagTerms } from "~/shop/delivery-fee";
import { Refusal } from "~/shop/refusal";

/** Terms by which a browser adds up a bag. If something follows with the address, a quote is asked for then. */
interface OpenTerms {
  delivery: BagTerms;
  /**
   * Whether sales tax may be added once the address is known. Also true while the rates cannot be read, since tax may then be due.
   */
  taxFollows: boolean;
  /** Whether delivery costs something else at some places, or does not go there. */
  deliveryVaries: boolean;
  /** Whether offers run or will begin, so that a browser has to ask what they take off its bag. */
  hasOffers: boolean;
}

/** Terms of an order that need no address. */
export const openTerms = (services: Pick<Services, "settings" | "taxes" | "offers">, now = new Date()): OpenTerms => {
  const { terms, dependsOnPlace, ...places } = openDelivery(services);
  return {
    delivery: { ...terms, ...places },
    taxFollows: countsTax(services),
    deliveryVaries: dependsOnPlace,
    hasOffers: hasOffers(services, now),
  };
};

/** Offers that begin later count, too, so that a page which is kept meanwhile asks in time. */
function hasOffers({ offers }: Pick<Services, "offers">, now: Date): boolean {
  dependOn(tableKey("offers"));
  return offers().some((offer) => ["running", "begins"].includes(offerStateAt(offer, now)));
}

function countsTax({ taxes }: Pick<Services, "taxes">): boolean {
  try {
    return taxes() !== null;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
