import type { Cents } from "~/shop/money";
import type { OfferRule } from "./offer";

/**
 * Highest reduction of an order in percent: an amount counts as its share of the value that it asks for, or as 100 % where it asks for
 * pieces; a present as its share of itself and that value. `presentPrice` is the price of the present, unset for one that is not
 * known.
 */
export function mostPercentOff(rule: OfferRule, presentPrice?: Cents): number {
  switch (rule.kind) {
    case "off-from-value":
      return rule.off.by === "percent" ? rule.off.percent : Math.min(100, (rule.off.amount * 100) / rule.from);
    case "off-from-pieces":
      return rule.off.by === "percent" ? rule.off.percent : 100;
    case "buy-get":
      // A cheap piece may give a dear one of other goods.
      return rule.gets === null ? (rule.percent * rule.get) / (rule.buy + rule.get) : rule.percent;
    case "present":
      return presentPrice === undefined ? 100 : (presentPrice * 100) / (presentPrice + rule.from);
  }
}
