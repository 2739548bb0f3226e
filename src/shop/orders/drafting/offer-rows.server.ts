import { rowJson } from "~/platform/row-json.server";
import type { Cents } from "~/shop/money";
import type { GivenByOffer } from "~/shop/price";
import { orderOffers } from "../order-offers.tables";
import type { PricedLine } from "./priced-lines.server";

/**
 * Rows of what each offer took off each line, for the SQL function `write_order`, which adds the order's number. `discounts` are all that
 * was taken off the lines.
 */
export const offerRows = (lines: readonly PricedLine[], discounts: readonly Cents[], given: readonly GivenByOffer[]) =>
  given.flatMap(({ offer: offerId, sentence, shares }, turn) =>
    shares.flatMap((amount, position) => {
      const [line, ofDiscount] = [lines[position], discounts[position]];
      if (!line || ofDiscount === undefined || amount === 0) return [];
      const isPresent = line.isPresent ?? false;
      return [rowJson(orderOffers, { position, offerId, turn, sentence, amount, ofDiscount, isPresent })];
    }),
  );
