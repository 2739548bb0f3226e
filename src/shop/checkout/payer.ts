import { z } from "zod";
import { missingMessages, personName, ZipCode } from "~/shop/customer-schemas";
import { limits } from "~/shop/limits";
import { PaymentMethod } from "~/shop/payments/gateway";

const { name, email } = limits.text;
const [card, klarna] = PaymentMethod.options;

/** What the holder of a pay link enters about the payer, by method: a card needs its ZIP, Klarna also name and address. */
export const Payer = z.discriminatedUnion("method", [
  z.object({ method: z.literal(card), postalCode: ZipCode }),
  z.object({
    method: z.literal(klarna),
    name: personName("A name has only letters", name, "Please enter your name"),
    email: z.string().trim().max(email, "Invalid email format").pipe(z.email("Invalid email format")),
    street: z.string().trim().min(1, missingMessages.street).max(100, "At most 100 characters"),
    city: z.string().trim().min(1, missingMessages.city).max(50, "At most 50 characters"),
    postalCode: ZipCode,
  }),
]);
