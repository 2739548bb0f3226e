import { useStored } from "~/platform/browser-storage";
import { knownEmail, progressStore } from "~/shop/checkout/checkout-store";
import type { Discount } from "~/shop/discounts/code";
import { codeStatus, type CodeStatus } from "./code-status";
import { discountStore, refusedCodeStore } from "./discount-store";

/** E-mail address typed in this session's checkout. */
export const emailAtCheckout = (): string | null => knownEmail(progressStore.read());

/** The shopper's code, and its state for the e-mail address of this session's checkout. */
export function useCode(): CodeStatus & { discount: Discount | null; email: string | null } {
  const discount = useStored(discountStore);
  const refused = useStored(refusedCodeStore);
  const email = knownEmail(useStored(progressStore));
  return { discount, email, ...codeStatus(discount, refused, email) };
}
