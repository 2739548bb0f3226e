import { limits } from "~/shop/limits";
import { zipOf } from "~/shop/zip-code";

/** Normalizes a phone number while it is typed: +1, then at most ten digits. */
export function maskPhone(typed: string): string {
  const digits = typed.replace(/^\s*\+1?/, "").replace(/\D/g, "");
  // No US area code starts with 1: eleven digits starting with 1 include the country code.
  const national = digits.length > limits.phoneDigits && digits.startsWith("1") ? digits.slice(1) : digits;
  return `+1${national.slice(0, limits.phoneDigits)}`;
}

/** Normalizes a ZIP while it is typed: at most five characters, without spaces. */
export const maskPostalCode = (typed: string): string => zipOf(typed).slice(0, limits.zipLength);
