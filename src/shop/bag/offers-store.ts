import type { Discount } from "~/shop/discounts/code";
import type { DeliveryTerms } from "~/shop/delivery-fee";
import { type GivenByOffer, goodsIn, type Price } from "~/shop/price";
import type { Bag } from "./bag";
import type { OfferRow } from "./total-rows";

/** Last answer of the shop about the offers on a bag. */
export interface KnownOffers {
  /** The lines that were asked about, as `aboutOf` writes them. */
  about: string;
  /** Amounts off the goods of the bag and then off the presents: `shares` has none of gift cards. */
  given: (GivenByOffer & OfferRow)[];
  isWithoutCodes: boolean;
  /** Missing goods for offers that take nothing yet, by a sentence for each. */
  missing: string[];
  /** Sentences about offers whose goods others have. */
  lost: string[];
  /** Lines that offers put into the bag. */
  presents: (Bag[number] & { isPresent: true })[];
  /** A sentence for each present that does not come. */
  soldOut: string[];
}

/** Price of a bag under offers, with the lines that it is made of: those of the bag, and the presents beside them. */
export interface OfferedBag extends Price<null> {
  lines: Bag;
}

/** Computes the price of lines under a code and what the shop said of offers on them. */
export type PriceOfBag = (lines: Bag, discount: Discount | null, terms: DeliveryTerms) => OfferedBag;

/** Text of all on which the offers of a bag depend: its goods. Gift cards are in no offer. */
export const aboutOf = (lines: Bag): string =>
  JSON.stringify(
    goodsIn(lines).map(({ product, size, color, quantity, price }) => ({ product, size, color, quantity, price })),
  );
