import { z } from "zod";
import { missingMessages, personName } from "~/shop/customer-schemas";
import { limits } from "~/shop/limits";
import { PaymentMethod } from "~/shop/payments/gateway";
import { zipOf } from "~/shop/zip-code";

const { name, email } = limits.text;
const [card, klarna] = PaymentMethod.options;

/** ZIP of an address to which a bill goes; the shop need not deliver there. */
const Zip = z
  .string()
  .overwrite(zipOf)
  .regex(/^\d{5}$/, "Invalid postal code");

/** Data of the payer that the holder of a pay link enters, by method: a card needs its ZIP, Klarna also name and address. */
export const Payer = z.discriminatedUnion("method", [
  z.object({ method: z.literal(card), postalCode: Zip }),
  z.object({
    method: z.literal(klarna),
    name: personName("A name has only letters", name, "Please enter your name"),
    email: z.string().trim().max(email, "Invalid email format").pipe(z.email("Invalid email format")),
    street: z.string().trim().min(1, missingMessages.street).max(100, "At most 100 characters"),
    city: z.string().trim().min(1, missingMessages.city).max(50, "At most 50 characters"),
    postalCode: Zip,
  }),
]);
