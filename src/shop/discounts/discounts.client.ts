import { either, number, oneOf, read, type Reader, shape, text } from "~/shop/shape";
import { type Cents, centsOfDollars, dollars } from "~/shop/money";
import { postJson } from "~/shop/post-json";
import type { Discount } from "./code";
import type { DiscountWire } from "./code.wire";

const discountWire: Reader<DiscountWire> = either(
  shape({ kind: oneOf("percent"), code: text(), percent: number({ whole: true }) }),
  either(
    shape({ kind: oneOf("amount"), code: text(), amount: number() }),
    shape({ kind: oneOf("free-delivery"), code: text() }),
  ),
);

/**
 * Asks the shop about a code for an order of this value, in cents.
 *
 * @throws {Refusal} why it is not valid.
 */
export async function checkDiscount(code: string, orderValue: Cents, email?: string): Promise<Discount> {
  const answer = await postJson("/api/discounts/check", { code, orderValue: dollars(orderValue), email });
  const wire = read(discountWire, answer);
  if (!wire) throw new Error("The shop's answer about a code is none.");
  return wire.kind === "amount" ? { ...wire, amount: centsOfDollars(wire.amount) } : wire;
}
