import type { Member } from "~/shop/members/member";
import { can } from "~/shop/members/rights";
import type { Cents } from "~/shop/money";
import type { Money, Shipping, Standing } from "../order-facts";

/** Facts of an order that some members may not see. */
interface Facts {
  name: string;
  standing: Standing;
  shipping: Shipping;
  money: Money;
  total: Cents;
}

/** Facts of an order as a member may see them; null without the right. */
export interface SeenFacts {
  name: string | null;
  standing: Standing | Shipping;
  money: Money | null;
  total: Cents | null;
}

/**
 * Hides facts that a member may not see: sums and refunds without the right to money, the name without the right to addresses.
 */
export function seenFacts(member: Member, { name, standing, shipping, money, total }: Facts): SeenFacts {
  const maySeeMoney = can(member, "money.read");
  const isOfMoney = standing === "refunded" || standing === "partly-refunded";
  return {
    name: can(member, "orders.address.read") ? name : null,
    standing: isOfMoney && !maySeeMoney ? shipping : standing,
    money: maySeeMoney ? money : null,
    total: maySeeMoney ? total : null,
  };
}
