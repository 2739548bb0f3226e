import { postJson } from "~/shop/post-json";
import { type Cents, dollars } from "~/shop/money";
import type { Discount } from "./code";
import { discountOfWire, DiscountWire } from "./code.wire";

/**
 * Asks the shop about a code for an order of this value, in cents.
 *
 * @throws {Refusal} why it is not valid.
 */
export async function checkDiscount(code: string, orderValue: Cents, email?: string): Promise<Discount> {
  const answer = await postJson("/api/discounts/check", { code, orderValue: dollars(orderValue), email });
  return discountOfWire(DiscountWire.parse(answer));
}
