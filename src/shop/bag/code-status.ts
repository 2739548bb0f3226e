import type { Discount } from "~/shop/discounts/code";

/** That the shop refused a code for one e-mail address, and its words. Whose address it is made for is never disclosed. */
export interface RefusedCode {
  code: string;
  email: string;
  words: string;
}

/** How the shopper's code stands: what of it is counted, and why nothing is. */
export interface CodeStatus {
  counted: Discount | null;
  message: string | null;
}

/**
 * How a code stands with the address that is known, null while none is. What was refused for this very address stays stored but is not
 * counted: another address may be the right one.
 */
export function codeStatus(discount: Discount | null, refused: RefusedCode | null, email: string | null): CodeStatus {
  const isRefused = discount !== null && refused?.code === discount.code && refused.email === email;
  return isRefused ? { counted: null, message: refused.words } : { counted: discount, message: null };
}
