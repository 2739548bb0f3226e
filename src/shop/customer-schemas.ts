import { z } from "zod";
import { limits } from "./limits";
import { withoutInvisible } from "./visible-text";
import { zipOf } from "./zip-code";

/**
 * Pattern of a name: at least two characters, of which at least one is a letter; others are spaces, apostrophes, hyphens, and
 * periods after letters that end a word or an initial, as in "St. John", "Jr." and "J.R.". A name with a period inside of a word
 * could be an address of a site, to which mail programs would link.
 */
const NAME = /^(?=.*\p{L})(?=..)(?:[\p{L}\p{M}](?:\.(?=$|[ '’ʼ‐-]|\p{L}(?:[. '’ʼ‐-]|$)))?|[ '’ʼ‐-])+$/u;

/** Messages about fields that a shopper left empty. */
export const missingMessages = {
  firstName: "Please enter your first name",
  lastName: "Please enter your last name",
  street: "Please enter your street",
  city: "Please enter your city",
  foundAddress: "Please choose a place from the list, or enter the address by hand",
} as const;

/** Schema of a person's name or a part of it, at most `most` characters long; `missing` is the message for an empty name. */
export const personName = (message: string, most: number, missing = message) =>
  z
    .string({ error: missing })
    .overwrite(withoutInvisible)
    .trim()
    .min(1, { error: missing, abort: true })
    .max(most, message)
    .refine((text) => NAME.test(text), message);

/** Schema of a US phone number as stored: +1 and up to ten digits, possibly incomplete. */
export const PhoneNumber = z
  .string({ error: "Invalid phone number" })
  .regex(new RegExp(`^\\+1\\d{0,${limits.phoneDigits}}$`), "Invalid phone number");

/** Message beside a ZIP code to which nothing is delivered. */
export const ELSEWHERE =
  "We deliver to street addresses in the 50 states and Washington, D.C. This ZIP is not in any of them.";

/** Message beside the state of an address whose ZIP code lies in another state. */
export const isInOtherState = (zip: string, state: string): string => `The ZIP ${zip} is in ${state}.`;

/** Schema of a US ZIP code: five digits; spaces and further digits are removed. Where it lies is decided by `deliveryTo`. */
export const ZipCode = z
  .string({ error: "Invalid postal code" })
  .overwrite(zipOf)
  .regex(new RegExp(`^\\d{${limits.zipLength}}$`), { error: "Invalid postal code", abort: true });

const plain = (letters: RegExp, words: string, { most, least = 1 }: { most: number; least?: number }) =>
  z
    .string({ error: words })
    .overwrite(withoutInvisible)
    .trim()
    .min(least, words)
    .max(most, words)
    .refine((text) => letters.test(text), words);

/** Pattern of an address: no control characters, markup, code or links, since letters print the address. */
const PLACE = /^(?!.*(?::\/\/|www\.))[^\p{Cc}\p{Cs}<>{}[\];=\\|^~$`]*$/iu;

const PO_BOX = /(?<![\p{L}\p{N}])(?:(?:p\.? ?o\.?|post(?:al)? office) ?box(?![\p{L}])|p\.? ?o\.? ?b\.? ?#?\d)/iu;
/** Message beside a street that is a PO box, if no zone of delivery has them. */
export const noBoxes = "We do not deliver to PO boxes. Please enter a street address.";
/** Whether a text is no PO box. */
export const isNoBox = (text: string): boolean => !PO_BOX.test(text);

/** Whether a text has a letter or a digit, or is empty. */
export const isNotSignsOnly = (text: string): boolean => text === "" || /[\p{L}\p{N}]/u.test(text);

/** Schema of a street address to deliver to, which may end with city, state and ZIP code. */
export const StreetAddress = plain(PLACE, "Invalid address", { most: 250 }).refine(isNotSignsOnly, "Invalid address");

/** Schema of a city; may be empty where the street address contains the city. */
export const City = plain(PLACE, "Invalid city", { least: 0, most: limits.text.name }).refine(
  isNotSignsOnly,
  "Invalid city",
);
