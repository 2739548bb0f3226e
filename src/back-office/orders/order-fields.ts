import { z } from "zod";
import { EmailAddress } from "~/shop/form-submission";

/** No control characters: they are no text. */
const plain = (most: number, words: string) =>
  z
    .string({ error: words })
    .trim()
    .max(most, `Use at most ${most} characters.`)
    .refine((text) => !/[^\P{Cc}\n\r\t]/u.test(text), "Please use plain text.");

/** What a member writes about an order. */
export const Note = plain(2000, "Write a note first.").min(1, "Write a note first.");

/** Who carries a parcel, and the number it is followed by. */
export const ParcelFields = z.object({
  carrier: plain(60, "Say who carries it.").min(1, "Say who carries it."),
  tracking: plain(80, "Write the tracking number.").refine(
    (text) => /^[\w\s-]*$/.test(text),
    "A tracking number has letters, digits and dashes only.",
  ),
});

/** Where a letter is sent instead. */
export const AnotherAddress = EmailAddress;
