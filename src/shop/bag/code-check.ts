import { checkDiscount } from "~/shop/discounts/discounts.client";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { productsInBag } from "./bag-store";
import { discountStore, refusedCodeStore } from "./discount-store";

/**
 * Checks whether the shopper's code works for an address, and stores when it is made for another one: then it resolves to
 * true. Every other refusal, and a request that fails, is left to the order, which checks again.
 */
export async function checkCodeFor(email: string, orderValue: Cents): Promise<boolean> {
  const discount = discountStore.read();
  if (!discount) return false;

  const { code } = discount;
  const failure: unknown = await checkDiscount(code, { orderValue, products: productsInBag(), email }).catch(
    (error: unknown) => error,
  );
  const refusal = failure instanceof Refusal ? failure : null;
  if (refusal?.code === "code-of-another") {
    refusedCodeStore.change(() => ({ code, email, words: refusal.message }));
    return true;
  }
  const isAnswered = !(failure instanceof Error) || refusal?.code.startsWith("code-");
  if (isAnswered) refusedCodeStore.change(() => null);
  return false;
}
