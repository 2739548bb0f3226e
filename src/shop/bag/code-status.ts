import type { Discount } from "~/shop/discounts/code";

/** A code refused for one e-mail address, with the message. The address that the code was made for is never disclosed. */
export interface RefusedCode {
  code: string;
  email: string;
  words: string;
}

/** State of the shopper's code: the discount that is applied, or the reason why it is not. */
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

/** Words beside a code that is not applied, before the reason why. */
export const notCountedWords = (message: string): string => `Not counted. ${message}`;
