import { z } from "zod";
import { EmailAddress } from "~/shop/form-submission";
import { PlainLine, PlainLines } from "~/shop/plain-text";

/** Schema of a member's note about an order. */
export const Note = PlainLines(2000, { missing: "Write a note first." }).trim().min(1, "Write a note first.");

/** Schema of a parcel's carrier and tracking number. */
export const ParcelFields = z.object({
  carrier: PlainLine(60, { missing: "Say who carries it." }).min(1, "Say who carries it."),
  tracking: PlainLine(80, { missing: "Write the tracking number." }).refine(
    (text) => /^[\w\s-]*$/.test(text),
    "A tracking number has letters, digits and dashes only.",
  ),
});

/** Schema of an e-mail address for a letter that is not sent to the order's address. */
export const AnotherAddress = EmailAddress;
