import { z } from "zod";
import { limits } from "./limits";
import { withoutInvisible } from "./plain-text";

/** Letters of any script with spaces, apostrophes and hyphens between them, at least two characters. */
const NAME = /^(?=.*\p{L})[\p{L}\p{M} '’ʼ‐-]{2,}$/u;

/** A person's name, or a part of it, of at most so many characters. */
export const personName = (message: string, most: number) =>
  z
    .string({ error: message })
    .overwrite(withoutInvisible)
    .trim()
    .min(1, message)
    .max(most, message)
    .refine((text) => NAME.test(text), message);

/** A US phone number as it is stored: +1 and up to ten digits. It need not be complete. */
export const PhoneNumber = z
  .string({ error: "Invalid phone number" })
  .regex(new RegExp(`^\\+1\\d{0,${limits.phoneDigits}}$`), "Invalid phone number");

/** A US ZIP: exactly five digits. */
export const ZipCode = z
  .string({ error: "Invalid postal code" })
  .regex(new RegExp(`^\\d{${limits.zipLength}}$`), "Invalid postal code");
