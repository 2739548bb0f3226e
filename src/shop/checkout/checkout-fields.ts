import { z } from "zod";
import {
  ELSEWHERE,
  isNoBox,
  missingMessages,
  noBoxes,
  personName,
  PhoneNumber,
  ZipCode,
} from "~/shop/customer-schemas";
import { limits } from "~/shop/limits";
import { trimmed } from "~/shop/visible-text";
import { isDeliveredTo, zipOf } from "~/shop/zip-code";
import { Customer } from "~/shop/orders/order";
import type { Billing } from "~/shop/payments/sandbox";
import type { Section } from "./steps";

const { name, line, email } = limits.text;

/** Schema of a part of an address, as in the order, with a maximum length. */
const place = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .refine((text) => text === "" || Customer.shape.address.safeParse(text).success, "Please use letters and digits");

const needed = (message: string, most: number) => place(most).min(1, message);

/** Fields of the checkout's first section. */
export const MyInformation = z.object({
  email: z.string().trim().max(email, "Invalid email format").pipe(z.email("Invalid email format")),
  firstName: personName("First name must contain only letters", name, missingMessages.firstName),
  lastName: personName("Last name must contain only letters", name, missingMessages.lastName),
});
export type MyInformation = z.infer<typeof MyInformation>;

/** Fields of an address that is typed, wherever it lies. */
const AnyTypedAddress = z.object({
  street: needed(missingMessages.street, 100),
  area: place(40),
  city: needed(missingMessages.city, 50),
  postalCode: ZipCode,
});

/** Fields of an address that was found by a search for complete addresses, wherever it lies. */
const AnyFoundAddress = z.object({
  foundAddress: needed(missingMessages.foundAddress, line),
  city: place(60),
  postalCode: ZipCode,
});

const noBox = <S extends z.ZodType<string>>(schema: S) => schema.refine(isNoBox, noBoxes);
/** A ZIP code of a state: without zones of delivery nothing is delivered elsewhere. */
const ZipOfState = ZipCode.refine(isDeliveredTo, ELSEWHERE);

/** Fields of the checkout's second section, if the address is typed, in a shop without zones of delivery. */
export const TypedAddress = AnyTypedAddress.extend({
  street: noBox(AnyTypedAddress.shape.street),
  area: noBox(AnyTypedAddress.shape.area),
  city: noBox(AnyTypedAddress.shape.city),
  postalCode: ZipOfState,
});
export type TypedAddress = z.infer<typeof TypedAddress>;

/**
 * Fields of the checkout's second section, if the address was found by a search for complete addresses, in a shop without zones of
 * delivery.
 */
export const FoundAddress = AnyFoundAddress.extend({
  foundAddress: noBox(AnyFoundAddress.shape.foundAddress),
  city: noBox(AnyFoundAddress.shape.city),
  postalCode: ZipOfState,
});
export type FoundAddress = z.infer<typeof FoundAddress>;

/** Fields of the checkout's third section. */
export const Delivery = z.object({ phone: PhoneNumber });
export type Delivery = z.infer<typeof Delivery>;

/** All fields of the checkout as typed. */
export const Fields = z.object({
  email: z.string().default(""),
  firstName: z.string().default(""),
  lastName: z.string().default(""),
  byHand: z.boolean().default(false),
  place: z.string().default(""),
  foundAddress: z.string().default(""),
  street: z.string().default(""),
  area: z.string().default(""),
  city: z.string().default(""),
  postalCode: z.string().default(""),
  /** State that the gazetteer gives for the ZIP in `stateOf`. */
  state: z.string().default(""),
  stateOf: z.string().default(""),
  phone: z.string().default("+1"),
  /** Whether the faster method of delivery was chosen. */
  faster: z.boolean().default(false),
});
export type Fields = z.infer<typeof Fields>;

export const noFields: Fields = Fields.parse({});

/**
 * Schema of a section; for the second section it depends on whether the address is typed or searched, and on whether the shop has
 * zones of delivery: then the quote of the address says whether anything is delivered there.
 */
export function schemaOf(section: Exclude<Section, "payment">, { byHand }: Pick<Fields, "byHand">, hasZones = false) {
  if (section === "information") return MyInformation;
  if (section === "delivery") return Delivery;
  if (hasZones) return byHand ? AnyTypedAddress : AnyFoundAddress;
  return byHand ? TypedAddress : FoundAddress;
}

/** The address on one line: street, area and city, or the found address. */
export const addressLine = (fields: Pick<Fields, "byHand" | "foundAddress" | "street" | "area" | "city">): string =>
  fields.byHand
    ? [fields.street, fields.area, fields.city].map(trimmed).filter(Boolean).join(", ")
    : trimmed(fields.foundAddress);

/** Two-letter code of the ZIP's state; empty while the state is unknown. */
export const stateIn = ({ state, stateOf, postalCode }: Fields): string => (stateOf === zipOf(postalCode) ? state : "");

/** The customer, in the form that an order has. */
export const customerOf = (fields: Fields) => ({
  email: fields.email.trim(),
  phone: fields.phone,
  name: `${fields.firstName.trim()} ${fields.lastName.trim()}`,
  address: addressLine(fields),
  city: fields.city.trim(),
  postalCode: zipOf(fields.postalCode),
  ...(fields.faster && { fasterDelivery: true }),
});

/** The customer, in the form that payment providers expect. */
export function billingOf(fields: Fields): Billing {
  const { name, email, phone, address, city, postalCode } = customerOf(fields);
  return { name, email, phone, address: { line1: address, city, postal_code: postalCode, country: "US" } };
}
