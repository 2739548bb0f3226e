import { byName } from "~/platform/by-name";
import { UPS_NUMBER } from "./carriers";

/** Patterns of a carrier's tracking numbers, with a check of the check digit if they have one. */
interface Scheme {
  shapes: { pattern: RegExp; fits?(number: string): boolean }[];
  /** Description of the carrier's tracking numbers, for messages. */
  looks: string;
}

const digitsOf = (number: string): number[] => [...number].map(Number);

/** Sum of digits from the last to the first, multiplied by the repeated weights. */
const weighed = (digits: number[], weights: number[]): number =>
  digits.toReversed().reduce((sum, digit, index) => sum + digit * (weights[index % weights.length] ?? 1), 0);

/** Whether the check digit is right: modulo 10 with weights 3 and 1. */
function fitsThreeOne(number: string): boolean {
  const digits = digitsOf(number);
  return (10 - (weighed(digits.slice(0, -1), [3, 1]) % 10)) % 10 === digits.at(-1);
}

/** Whether the check digit of a UPS number is right: letters are converted to digits, and every second digit is doubled. */
function fitsUps(number: string): boolean {
  const values = Array.from(number.slice(2), (sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10,
  );
  const sum = values.slice(0, -1).reduce((total, value, index) => total + value * (index % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10 === values.at(-1);
}

/** Whether the check digit of the Universal Postal Union is right, e.g. in "RR123456785US". */
function fitsPostal(number: string): boolean {
  const digits = digitsOf(number.slice(2, 11));
  const sum = [8, 6, 4, 2, 3, 5, 9, 7].reduce((total, weight, index) => total + weight * (digits[index] ?? 0), 0);
  const rest = 11 - (sum % 11);
  return (rest === 10 ? 0 : rest === 11 ? 5 : rest) === digits[8];
}

const schemes = byName<Scheme>({
  ups: {
    looks: "begin with 1Z and have 18 characters",
    shapes: [{ pattern: UPS_NUMBER, fits: fitsUps }, { pattern: /^T\d{10}$/ }, { pattern: /^\d{9}$|^\d{26}$/ }],
  },
  usps: {
    looks: "have 20 or 22 digits, or 13 signs such as RR123456785US",
    shapes: [
      { pattern: /^\d{20}$|^\d{22}$/, fits: fitsThreeOne },
      // Labels may have the ZIP code first, which the check digit does not include.
      { pattern: /^420\d{27}$/, fits: (number) => fitsThreeOne(number.slice(8)) },
      { pattern: /^420\d{31}$/, fits: (number) => fitsThreeOne(number.slice(12)) },
      { pattern: /^[A-Z]{2}\d{9}[A-Z]{2}$/, fits: fitsPostal },
    ],
  },
  fedex: {
    looks: "have 12, 15 or 20 digits",
    shapes: [
      {
        pattern: /^\d{12}$/,
        fits: (number) => (weighed(digitsOf(number).slice(0, -1), [1, 3, 7]) % 11) % 10 === Number(number.at(-1)),
      },
      { pattern: /^\d{15}$|^96\d{20}$/, fits: fitsThreeOne },
      { pattern: /^\d{20}$|^\d{34}$/ },
    ],
  },
  dhl: {
    looks: "have 10 digits, or begin with JD, GM, LX or RX",
    shapes: [
      { pattern: /^\d{10}$/, fits: (number) => Number(number.slice(0, 9)) % 7 === Number(number.at(-1)) },
      { pattern: /^(JJ?D|JVGL|GM|LX|RX|\d{3})[0-9A-Z]{7,36}$/ },
    ],
  },
});

const names = byName<string>({ ups: "UPS", usps: "USPS", fedex: "FedEx", dhl: "DHL" });

const plain = (trackingNumber: string): string => trackingNumber.replace(/[\s-]/g, "").toUpperCase();

/**
 * Probable carrier of a tracking number, even while it is typed: by its beginning, or if its check digit is right for one carrier
 * only. Empty for other numbers.
 */
export function likelyCarrier(trackingNumber: string): string {
  const number = plain(trackingNumber);
  if (number.startsWith("1Z")) return "UPS";
  const fitting = Object.keys(schemes).filter((name) =>
    schemes[name]?.shapes.some(({ pattern, fits }) => fits && pattern.test(number) && fits(number)),
  );
  return fitting.length === 1 ? (names[fitting[0] ?? ""] ?? "") : "";
}

/**
 * Message about a doubtful tracking number; empty for a plausible one and for an unknown carrier. A doubt does not prevent
 * saving, since carriers introduce new formats.
 */
export function trackingDoubt(carrier: string, trackingNumber: string): string {
  const number = plain(trackingNumber);
  const key = carrier.trim().toLowerCase();
  const own = schemes[key];
  if (!own || number === "") return "";
  const shape = own.shapes.find(({ pattern }) => pattern.test(number));
  if (shape && (shape.fits?.(number) ?? true)) return "";
  const other = Object.keys(schemes).find(
    (name) =>
      name !== key && schemes[name]?.shapes.some(({ pattern, fits }) => fits && pattern.test(number) && fits(number)),
  );
  if (other) return `It looks like a number of ${names[other]}.`;
  if (shape) return "Its check digit does not fit: one sign may be wrong.";
  return `Numbers of ${names[key]} ${own.looks}; this one has ${number.length}.`;
}
