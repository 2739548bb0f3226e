import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import type { KindRule, StateValues } from "./state-values";
import type { DeliveryTax } from "./tax-table";

/** Rules that a state is known for. They may have changed, and nobody promises them: the merchant checks them. */
export type UsualRules = Pick<StateValues, "clothing" | "footwear" | "protective" | "accessory"> &
  Partial<Pick<StateValues, "delivery">>;

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

const UNAVOIDABLE =
  "it is taxed where a shopper cannot avoid the fee, for example by picking the goods up, and not taxed where they can";
/** States whose tax on the delivery fee depends on how the shop sells, or about which sources differ: no rule is filled in. */
const DELIVERY_IN_DOUBT = byName<string>({
  DC: "sources differ on a fee that stands on its own line",
  FL: UNAVOIDABLE,
  IL: UNAVOIDABLE,
  SC: "it is taxed where the goods become the shopper's as they arrive, and not taxed where they do as they leave",
});

/**
 * Ways of states to tax a delivery fee of its own line: with taxed goods, or not; those of the Streamlined agreement by the share
 * of taxed goods.
 */
const DELIVERY = byName<DeliveryTax>({
  ...each("AR GA IN KY MN NE NC ND NJ OH RI SD TN VT WA WI WV", "by-share"),
  ...each("CT HI MS NM NY PA TX", "with-taxed"),
  ...each("AL AZ CA CO IA ID KS LA MA MD ME MI MO NV OK UT VA WY", "not"),
});

function each(states: string, delivery: DeliveryTax): Record<string, DeliveryTax> {
  return Object.fromEntries(states.split(" ").map((state) => [state, delivery]));
}

/** Sentence on why the rule for the delivery fee is not filled in; undefined where it is. */
export const deliveryDoubt = (state: string): string | undefined => DELIVERY_IN_DOUBT[state];

/**
 * Rules that are usual in a state for an online shop, without that for delivery where it is in doubt (`deliveryDoubt`); undefined
 * for a state without a sales tax, or with rules that no list can say.
 */
export function usualRules(state: string): UsualRules | undefined {
  const delivery = DELIVERY[state];
  if (delivery === undefined && deliveryDoubt(state) === undefined) return undefined;
  const worn = CLOTHING[state] ?? TAXED;
  return { clothing: worn, footwear: worn, protective: TAXED, accessory: TAXED, ...(delivery && { delivery }) };
}
