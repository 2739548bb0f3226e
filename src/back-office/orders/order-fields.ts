import { z } from "zod";
import { EmailAddress } from "~/shop/form-submission";
import { PlainLine, PlainLines } from "~/shop/plain-text";

/** What a member writes about an order. */
export const Note = PlainLines(2000, { missing: "Write a note first." }).trim().min(1, "Write a note first.");

/** Who carries a parcel, and the number it is followed by. */
export const ParcelFields = z.object({
  carrier: PlainLine(60, { missing: "Say who carries it." }).min(1, "Say who carries it."),
  tracking: PlainLine(80, { missing: "Write the tracking number." }).refine(
    (text) => /^[\w\s-]*$/.test(text),
    "A tracking number has letters, digits and dashes only.",
  ),
});

/** The fields of a refund's form that say that the pieces of a line lie here, and that they are damaged. */
export { hereField } from "~/shop/returns/refund-here";
export const damagedField = (position: number): string => `damaged-${position}`;

/** The fields of an order's address, as they are called. */
export const ADDRESS_FIELDS: Record<string, string> = {
  name: "Name",
  address: "Street",
  city: "City",
  postalCode: "ZIP",
  phone: "Phone",
};

/** Where a letter is sent instead. */
export const AnotherAddress = EmailAddress;
