import type { Services } from "~/services";
import { openDelivery } from "~/shop/delivery-terms.server";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import { Refusal } from "~/shop/refusal";

/** Terms by which a browser adds up a bag. */
interface OpenTerms {
  delivery: DeliveryTerms;
  /**
   * Whether the total may change once the address is known, so that a quote is asked for then: delivery costs something else at
   * some places, or the merchant collects sales tax in some state. Also true while the rates cannot be read, since tax may then be due.
   */
  dependOnAddress: boolean;
  /** Whether delivery costs something else at some places, or does not go there. */
  deliveryVaries: boolean;
}

/** Terms of an order that need no address. */
export const openTerms = (services: Pick<Services, "settings" | "taxes">): OpenTerms => {
  const { terms, dependsOnPlace } = openDelivery(services);
  return { delivery: terms, dependOnAddress: dependsOnPlace || countsTax(services), deliveryVaries: dependsOnPlace };
};

function countsTax({ taxes }: Pick<Services, "taxes">): boolean {
  try {
    return taxes() !== null;
  } catch (error) {
    if (error instanceof Refusal) return true;
    throw error;
  }
}
