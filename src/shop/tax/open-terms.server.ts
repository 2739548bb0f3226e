import type { Services } from "~/services";
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
}

/** Terms of an order that need no address. */
export const openTerms = (services: Pick<Services, "settings" | "taxes">): OpenTerms => {
  const { terms, dependsOnPlace, ...places } = openDelivery(services);
  return { delivery: { ...terms, ...places }, taxFollows: countsTax(services), deliveryVaries: dependsOnPlace };
};

function countsTax({ taxes }: Pick<Services, "taxes">): boolean {
  try {
    return taxes() !== null;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
