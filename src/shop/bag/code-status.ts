import type { Discount } from "~/shop/discounts/code";

/** A code refused for one e-mail address, with the message. The address it is made for is never disclosed. */
export interface RefusedCode {
  code: string;
  email: string;
  words: string;
}

/** State of the shopper's code: the applied reduction, or the reason for none. */
export interface CodeStatus {
  counted: Discount | null;
  message: string | null;
}

/**
 * State of a code for a known e-mail address (null: unknown). A code refused for this address stays stored but is not applied: another
 * address may be the right one.
 */
export function codeStatus(discount: Discount | null, refused: RefusedCode | null, email: string | null): CodeStatus {
  const isRefused = discount !== null && refused?.code === discount.code && refused.email === email;
  return isRefused ? { counted: null, message: refused.words } : { counted: discount, message: null };
}
