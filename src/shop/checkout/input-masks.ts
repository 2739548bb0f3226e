import { limits } from "~/shop/limits";
import { zipOf } from "~/shop/zip-code";

/**
 * A phone number as its field keeps it while it is typed: it always starts with +1, what is no digit falls out, and at most
 * ten digits stay.
 */
export function maskPhone(typed: string): string {
  const digits = typed.replace(/^\s*\+1?/, "").replace(/\D/g, "");
  // No American area code starts with 1: eleven digits that do were pasted with their country.
  const national = digits.length > limits.phoneDigits && digits.startsWith("1") ? digits.slice(1) : digits;
  return `+1${national.slice(0, limits.phoneDigits)}`;
}

/** A phone number as it is read: +13035550100 → "+1 303 555 0100"; of an empty one nothing. */
export function phoneShown(phone: string): string {
  const [, area, exchange, rest] = /^\+1(\d{0,3})(\d{0,3})(\d{0,4})$/.exec(phone) ?? [];
  return area ? ["+1", area, exchange, rest].filter(Boolean).join(" ") : "";
}

/** A ZIP as its field keeps it while it is typed or pasted: five characters at most, blanks aside. */
export const maskPostalCode = (typed: string): string => zipOf(typed).slice(0, limits.zipLength);
