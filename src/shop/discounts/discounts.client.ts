import { either, list, maybe, number, oneOf, read, type Reader, shape, text } from "~/shop/json-shape";
import { type Cents, centsOfDollars, dollars } from "~/shop/money";
import { postJson } from "~/shop/post-json";
import type { Discount } from "./code";
import type { DiscountWire } from "./code.wire";

const only = maybe(list(text()));
const discountWire: Reader<DiscountWire> = either(
  shape({ kind: oneOf("percent"), code: text(), only, percent: number({ whole: true }) }),
  either(
    shape({ kind: oneOf("amount"), code: text(), only, amount: number() }),
    shape({ kind: oneOf("free-delivery"), code: text(), only }),
  ),
);

/** Shopper who asks about a code, as far as the browser knows. */
interface Asking {
  email?: string | undefined;
  draftKey?: string | undefined;
}

/**
 * Checks a code for an order of these products and this value in cents. With the key of the browser's attempt to buy, a code that
 * its own unpaid order uses is valid.
 *
 * @throws {Refusal} with the reason why the code is not valid.
 */
export async function checkDiscount(
  code: string,
  { orderValue, products, ...asking }: { orderValue: Cents; products: string[] } & Asking,
): Promise<Discount> {
  const answer = await postJson("/api/discounts/check", { code, orderValue: dollars(orderValue), products, ...asking });
  const wire = read(discountWire, answer);
  if (!wire) throw new Error("The shop's answer about a code is none.");
  return wire.kind === "amount" ? { ...wire, amount: centsOfDollars(wire.amount) } : wire;
}
