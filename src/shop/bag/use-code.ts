import { useStored } from "~/platform/browser-storage";
import { knownEmail, progressStore } from "~/shop/checkout/checkout-store";
import type { Discount } from "~/shop/discounts/code";
import { codeStatus, type CodeStatus } from "./code-status";
import { discountStore, refusedCodeStore } from "./discount-store";

/** The shopper's address, where the checkout of this browser session knows it. */
export const emailAtCheckout = (): string | null => knownEmail(progressStore.read());

/** The shopper's code, and how it stands with the address that the checkout knows of this browser session. */
export function useCode(): CodeStatus & { discount: Discount | null; email: string | null } {
  const discount = useStored(discountStore);
  const refused = useStored(refusedCodeStore);
  const email = knownEmail(useStored(progressStore));
  return { discount, email, ...codeStatus(discount, refused, email) };
}
