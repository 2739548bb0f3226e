import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import type { KindRule, StateValues } from "./state-values";
import type { DeliveryTax } from "./tax-table";

/** Rules that a state is known for. They may have changed, and nobody promises them: the merchant checks them. */
export type UsualRules = Pick<StateValues, "clothing" | "footwear" | "protective" | "accessory" | "delivery">;

const TAXED: KindRule = { treatment: "taxed", amount: null, part: "both" };
const EXEMPT: KindRule = { treatment: "exempt", amount: null, part: "both" };

/** States that do not tax all of everyday clothing and footwear. */
const CLOTHING = byName<KindRule>({
  MA: { treatment: "excess", amount: cents(175_00), part: "both" },
  MN: EXEMPT,
  NJ: EXEMPT,
  NY: { treatment: "exempt-below", amount: cents(110_00), part: "state" },
  PA: EXEMPT,
  RI: { treatment: "excess", amount: cents(250_00), part: "both" },
  VT: EXEMPT,
});

/** States that tax a delivery fee of its own line with taxed goods; those of the Streamlined agreement by the share of taxed goods. */
const DELIVERY = byName<DeliveryTax>({
  ...each("AR GA IN KY MN NE NC ND NJ OH RI SD TN VT WA WI WV", "by-share"),
  ...each("CT DC HI MS NM NY PA SC TX", "with-taxed"),
  ...each("AL AZ CA CO FL IA ID KS LA MA MD ME MI MO NV OK UT VA WY", "not"),
});

function each(states: string, delivery: DeliveryTax): Record<string, DeliveryTax> {
  return Object.fromEntries(states.split(" ").map((state) => [state, delivery]));
}

/** Rules that are usual in a state for an online shop; undefined for one without a sales tax, or with rules that no list can say. */
export function usualRules(state: string): UsualRules | undefined {
  const delivery = DELIVERY[state];
  if (delivery === undefined) return undefined;
  const worn = CLOTHING[state] ?? TAXED;
  return { clothing: worn, footwear: worn, protective: TAXED, accessory: TAXED, delivery };
}
