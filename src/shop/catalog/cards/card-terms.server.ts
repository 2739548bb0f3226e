import type { Services } from "~/services";
import { type Offer, runningAt } from "~/shop/offers/offer";
import { shownDate } from "~/shop/texts/previewed-texts.server";

/** Terms of cards besides their products: from which level on stock is low, and the offers that run. */
export interface CardTerms {
  lowStock: number;
  offers: readonly Offer[];
}

/** Terms of cards at the moment of the page that shows them. */
export const cardTerms = ({ settings, offers }: Pick<Services, "settings" | "offers">): CardTerms => ({
  lowStock: settings().lowStock,
  offers: runningAt(offers(), shownDate()),
});
