import { z } from "zod";
import { lineTotal, type Line, type OrderSummary } from "~/shop/bag/bag";
import { personName, PhoneNumber, ZipCode } from "~/shop/customer-schemas";
import { isFor } from "~/shop/discounts/code";
import { limits } from "~/shop/limits";
import { type Cents, share } from "~/shop/money";
import type { PaymentMethod } from "~/shop/payments/gateway";
import { withoutInvisible } from "~/shop/plain-text";
import type { Settings } from "~/shop/settings";

/** Where an order can be. An order awaiting payment is a draft. */
export const OrderState = z.enum([
  "awaiting-payment",
  "paid",
  "packed",
  "shipped",
  "delivered",
  "cancelled",
  "partly-refunded",
  "refunded",
  "returned",
]);
export type OrderState = z.infer<typeof OrderState>;

/** From where an order may go where. A cancelled draft becomes paid when its money arrives late and its stock is still there. */
const moves: Record<OrderState, readonly OrderState[]> = {
  "awaiting-payment": ["paid", "cancelled"],
  cancelled: ["paid"],
  paid: ["packed", "shipped", "cancelled", "partly-refunded", "refunded"],
  packed: ["paid", "shipped", "cancelled", "partly-refunded", "refunded"],
  shipped: ["delivered", "returned", "partly-refunded", "refunded"],
  delivered: ["shipped", "returned", "partly-refunded", "refunded"],
  "partly-refunded": ["packed", "shipped", "delivered", "returned", "refunded"],
  returned: ["shipped", "partly-refunded", "refunded"],
  refunded: [],
};

/** The states from which an order may become this one: the condition of the UPDATE that decides who was first. */
export const statesBefore = (state: OrderState): OrderState[] =>
  OrderState.options.filter((from) => moves[from].includes(state));

/**
 * The state of an order once a refund of it has failed: by what the other refunds give back, or, where nothing does, by how far it
 * has come. Other states do not speak of money.
 */
export function stateByRefunds(state: OrderState, given: "none" | "part" | "all", stop: OrderState): OrderState {
  if (state !== "refunded" && state !== "partly-refunded") return state;
  return given === "all" ? "refunded" : given === "part" ? "partly-refunded" : stop;
}

/** The states that an order goes through when all goes well, in their order. */
const way: readonly OrderState[] = ["paid", "packed", "shipped", "delivered"];

/** How many of the four stops from the order to its delivery lie behind it: none of one that was called off or paid back. */
export const stopsPassed = (state: OrderState): number => way.indexOf(state) + 1;

const MINUTE = 60_000;

/**
 * Until when its shopper may cancel an order: so many minutes after it was paid, while it is not packed, nothing of it has left, and
 * none of its money has gone back. Nothing where that cannot be, also where the setting is off.
 */
export function cancellableUntil(
  { state, paidAt }: Pick<Order, "state" | "paidAt">,
  { cancelMinutes }: Pick<Settings, "cancelMinutes">,
  hasLeft: boolean,
): Date | null {
  if (state !== "paid" || hasLeft || !paidAt || cancelMinutes === 0) return null;
  return new Date(paidAt.getTime() + cancelMinutes * MINUTE);
}

/** Each line's part of the discount, in cents: they add up to it, none is more than its line, and what a code is not for has none. */
export const discountShares = (
  discount: Cents,
  lines: (Pick<Line, "price" | "quantity"> & Partial<Pick<Line, "product">>)[],
  only?: string[],
): Cents[] =>
  share(
    discount,
    lines.map((line) => (isFor({ ...(only && { only }) }, line.product) ? lineTotal(line) : 0)),
  );

const plain = (letters: RegExp, words: string, { most, least = 1 }: { most: number; least?: number }) =>
  z
    .string({ error: words })
    .overwrite(withoutInvisible)
    .trim()
    .min(least, words)
    .max(most, words)
    .refine((text) => letters.test(text), words);

/** Pattern of an address: without control characters, characters of markup and programs, and links, which a letter would show. */
const place = /^(?!.*(?::\/\/|www\.))[^\p{Cc}\p{Cs}<>{}[\];=\\|^~$`]*$/iu;

/** Who an order goes to, as the API takes it; the checkout asks for it in sections. */
export const Customer = z.object({
  email: z
    .string({ error: "Invalid email format" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email format").max(limits.text.email, "Invalid email format")),
  name: personName("Name must contain only letters", 2 * limits.text.name + 1),
  phone: PhoneNumber,
  address: plain(place, "Invalid address", { most: 250 }),
  /** May be empty when the address names it. */
  city: plain(place, "Invalid city", { least: 0, most: limits.text.name }),
  postalCode: ZipCode,
});
export type Customer = z.infer<typeof Customer>;

/** A line of an order: a copy of what was bought, true for ever. */
export interface OrderLine extends Line {
  position: number;
  /** Its part of the order's discount, in cents. */
  discountShare: Cents;
  finalSale: boolean;
}

/** An order as its shopper may see it. */
export interface Order extends Customer {
  number: string;
  state: OrderState;
  lines: OrderLine[];
  summary: OrderSummary;
  /** The state its ZIP lies in, as two letters, where that is known. */
  region: string | null;
  discountCode: string | null;
  method: PaymentMethod | null;
  draftedAt: Date;
  paidAt: Date | null;
}

/** An address without the city at its end, nor state, ZIP and country after that: the checkout keeps the city in both. */
export function streetOf({ address, city }: Pick<Customer, "address" | "city">): string {
  if (!city) return address;
  const name = city.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const rest = String.raw`(,? [a-z]{2})?( \d{5}(-\d{4})?)?(, (usa|united states))?`;
  return address.replace(new RegExp(`, ${name}${rest}$`, "i"), "") || address;
}

/** Where an order goes, as it is written on a box. A city that the address already ends with is not repeated. */
export function addressLines(to: Omit<Customer, "email" | "phone"> & { region?: string | null }): string[] {
  const { name, city, postalCode, region } = to;
  const place = [[city, region].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  return [name, streetOf(to), place, "United States"];
}
