import { useStored } from "~/platform/browser-storage";
import { attemptStore } from "~/shop/checkout/attempt-store";
import { knownEmail, progressStore } from "~/shop/checkout/checkout-store";
import type { Discount } from "~/shop/discounts/code";
import { codeStatus, type CodeStatus } from "./code-status";
import { discountStore, refusedCodeStore } from "./discount-store";

/** E-mail address that the shopper typed at the checkout in this browser session; null if none. */
export const emailAtCheckout = (): string | null => knownEmail(progressStore.read());

/** Key of this browser's attempt to buy, whose unpaid order may use the code already; undefined without one. */
export const keyOfAttempt = (): string | undefined => attemptStore.read()?.key;

/** Returns the shopper's discount code, and its state for the e-mail address typed at the checkout. */
export function useCode(): CodeStatus & { discount: Discount | null; email: string | null } {
  const discount = useStored(discountStore);
  const refused = useStored(refusedCodeStore);
  const email = knownEmail(useStored(progressStore));
  return { discount, email, ...codeStatus(discount, refused, email) };
}

/** Id of the button that opens the field for codes. */
export const CODE_BUTTON = "add-code";

/** Focuses the button that opens the field for codes, after the clicked button was removed with its row. */
export const focusCodeButton = (): void => document.getElementById(CODE_BUTTON)?.focus();
