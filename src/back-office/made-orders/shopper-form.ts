import { z } from "zod";
import { codeIn } from "~/shop/discounts/code";
import { limits } from "~/shop/limits";
import { cameBy, DAYS } from "~/shop/orders/made/made-order";
import { Customer } from "~/shop/orders/order";
import { PlainLine, PlainLines } from "~/shop/plain-text";

/** Schema of a typed telephone number; the result has the format in which the checkout stores numbers. */
const TypedPhone = z
  .string()
  .transform((text) => `+1${text.replace(/\D/g, "").replace(/^1(?=\d{10}$)/, "")}`)
  .pipe(Customer.shape.phone);

/** Fields of the second step of making an order: the shopper, the link and its message, reductions and their reason. */
export const ShopperForm = z.looseObject({
  email: Customer.shape.email,
  name: Customer.shape.name,
  phone: TypedPhone,
  address: Customer.shape.address,
  city: Customer.shape.city.refine((text) => text !== "", "Please enter the city"),
  postalCode: Customer.shape.postalCode,
  cameBy: z.enum(cameBy),
  days: z.coerce.number().int().min(DAYS.least).max(DAYS.most),
  words: PlainLines(limits.text.message / 5).default(""),
  reason: PlainLine(limits.text.line).default(""),
  code: z.string().max(limits.text.line).transform(codeIn).default(""),
  freeDelivery: z.string().optional(),
  fasterDelivery: z.string().optional(),
  /** The other method of delivery, chosen on the confirmation. */
  by: z.enum(["faster", "usual"]).optional(),
  beyondHalf: z.string().optional(),
  /** Total in cents that the confirmation showed; undefined before the confirmation. */
  total: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
