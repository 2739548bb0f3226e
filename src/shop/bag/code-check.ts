import { checkDiscount } from "~/shop/discounts/discounts.client";
import type { Cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { productsInBag } from "./bag-store";
import { discountStore, refusedCodeStore } from "./discount-store";
import { keyOfAttempt } from "./use-code";

/**
 * Checks whether the shopper's code works for an e-mail address. If it belongs to another address, stores this and resolves to
 * true. Other refusals and failed requests are ignored, because the order checks the code again.
 */
export async function checkCodeFor(email: string, orderValue: Cents): Promise<boolean> {
  const discount = discountStore.read();
  if (!discount) return false;

  const { code } = discount;
  const asked = { orderValue, products: productsInBag(), email, draftKey: keyOfAttempt() };
  const failure: unknown = await checkDiscount(code, asked).catch((error: unknown) => error);
  const refusal = failure instanceof Refusal ? failure : null;
  if (refusal?.code === "code-of-another") {
    refusedCodeStore.change(() => ({ code, email, words: refusal.message }));
    return true;
  }
  const isAnswered = !(failure instanceof Error) || refusal?.code.startsWith("code-");
  if (isAnswered) refusedCodeStore.change(() => null);
  return false;
}
