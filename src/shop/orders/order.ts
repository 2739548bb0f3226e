import { z } from "zod";
import { MINUTE } from "~/platform/durations";
import type { Line, ShownGiftCard } from "~/shop/bag/bag";
import { areByEmail, type OrderSummary } from "~/shop/price";
import { City, personName, PhoneNumber, StreetAddress, ZipCode } from "~/shop/customer-schemas";
import { limits } from "~/shop/limits";
import { type Cents, sum } from "~/shop/money";
import type { GiftCardPart } from "~/shop/gift-cards/gift-card-words";
import type { PaymentMethod, Recipient } from "~/shop/payments/gateway";
import type { Settings } from "~/shop/settings";

/** States of an order; `awaiting-payment` is a draft. */
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

/** Allowed next states. A cancelled draft becomes paid if its money arrives late and stock is left. */
const moves: Record<OrderState, readonly OrderState[]> = {
  "awaiting-payment": ["paid", "cancelled"],
  cancelled: ["paid"],
  // Gift cards are delivered by letter, without a parcel.
  paid: ["packed", "shipped", "delivered", "cancelled", "partly-refunded", "refunded"],
  packed: ["paid", "shipped", "cancelled", "partly-refunded", "refunded"],
  shipped: ["delivered", "returned", "partly-refunded", "refunded"],
  delivered: ["shipped", "returned", "partly-refunded", "refunded"],
  "partly-refunded": ["packed", "shipped", "delivered", "returned", "refunded"],
  returned: ["shipped", "partly-refunded", "refunded"],
  refunded: [],
};

/** States from which an order may change to this state; condition of the UPDATE that decides between concurrent changes. */
export const statesBefore = (state: OrderState): OrderState[] =>
  OrderState.options.filter((from) => moves[from].includes(state));

/**
 * State of an order after a failed refund. It depends on the other refunds or, without any, is `stop`, the state that its parcels
 * give. States that do not depend on refunds are unchanged.
 */
export function stateByRefunds(state: OrderState, given: "none" | "part" | "all", stop: OrderState): OrderState {
  if (state !== "refunded" && state !== "partly-refunded") return state;
  return given === "all" ? "refunded" : given === "part" ? "partly-refunded" : stop;
}

/** States of a normal order in their sequence. */
const way: readonly OrderState[] = ["paid", "packed", "shipped", "delivered"];

/** Number of stops that an order has passed, of the four in `way`; 0 for a cancelled or refunded order. */
export const stopsPassed = (state: OrderState): number => way.indexOf(state) + 1;

/**
 * Time until which a shopper may cancel an order: some minutes after payment, unless it is packed, shipped or refunded. Null if
 * it cannot be cancelled or the setting `cancelMinutes` is 0.
 */
export function cancellableUntil(
  { state, paidAt }: Pick<Order, "state" | "paidAt">,
  { cancelMinutes }: Pick<Settings, "cancelMinutes">,
  hasLeft: boolean,
): Date | null {
  if (state !== "paid" || hasLeft || !paidAt || cancelMinutes === 0) return null;
  return new Date(paidAt.getTime() + cancelMinutes * MINUTE);
}

/** Schema of an order's shopper in the API; the checkout asks for these fields in several sections. */
export const Customer = z.object({
  email: z
    .string({ error: "Invalid email format" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email format").max(limits.text.email, "Invalid email format")),
  name: personName("Name must contain only letters", 2 * limits.text.name + 1),
  phone: PhoneNumber,
  address: StreetAddress,
  /** City; may be empty if the street address contains it. */
  city: City,
  postalCode: ZipCode,
  fasterDelivery: z.boolean().optional().meta({
    description: "Chooses the faster method, where the quote of the address names one; elsewhere it changes nothing",
  }),
});
export type Customer = z.infer<typeof Customer>;

/** A gift card of an order as its shopper may see it. */
export interface OrderedGiftCard extends ShownGiftCard {
  /** Set for one that was not made, because its payment card had bought more than a day allows; its money goes back. */
  isUnmade?: true;
}

/** Order line: a permanent copy of what was bought. */
export interface OrderLine extends Omit<Line, "giftCard"> {
  position: number;
  /** For whom a gift card was bought, and when its letter leaves; unset for goods. */
  giftCard?: OrderedGiftCard;
  /** Share of the order's discount, in cents. */
  discountShare: Cents;
  finalSale: boolean;
}

/** Amount that one offer took off an order, in cents. */
export interface OfferPart {
  sentence: string;
  amount: Cents;
  /** Part of the amount that is the price of presents; unset without any. */
  ofPresents?: Cents | undefined;
}

/** Order as its shopper may see it. */
export interface Order extends Customer {
  number: string;
  state: OrderState;
  lines: OrderLine[];
  summary: OrderSummary;
  /** Two-letter state of the ZIP code; null if unknown. */
  region: string | null;
  discountCode: string | null;
  /** Amounts that offers took off the lines that stand, which is in the discount; unset without any. */
  offers?: readonly OfferPart[];
  method: PaymentMethod | null;
  /** Parts of the total that gift cards pay, in the order in which they were used; unset without any. */
  giftCards?: readonly GiftCardPart[];
  draftedAt: Date;
  paidAt: Date | null;
  /** Day by which the shopper was promised that it leaves, such as 2026-12-03; null without a promise. */
  shipBy: string | null;
}

/** Whether an order has gift cards only: nothing of it is sent but letters. */
export const isByEmail = ({ lines }: Pick<Order, "lines">): boolean => areByEmail(lines);

/** Whether an order has nothing but gift cards that were not made. */
export const isAllUnmade = ({ lines }: Pick<Order, "lines">): boolean =>
  lines.every(({ giftCard }) => giftCard?.isUnmade);

/** Value of an order's gift cards that were not made, in cents. */
export const unmadeValue = ({ lines }: Pick<Order, "lines">): Cents =>
  sum(lines.flatMap(({ giftCard, price }) => (giftCard?.isUnmade ? [price] : [])));

/** Street of an address, without the city, state, ZIP code and country that the checkout appends. */
export function streetOf({ address, city }: Pick<Customer, "address" | "city">): string {
  if (!city) return address;
  const name = city.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const rest = String.raw`(,? [a-z]{2})?( \d{5}(-\d{4})?)?(, (usa|united states))?`;
  return address.replace(new RegExp(`, ${name}${rest}$`, "i"), "") || address;
}

/** Recipient of an order, in the form that gateways take. */
export const recipientOf = ({ name, email, phone, address, city, region, postalCode }: Order): Recipient => ({
  name,
  email,
  phone,
  address: { line1: streetOf({ address, city }), city, state: region ?? "", postal_code: postalCode },
});

/** Lines of an address label. A city at the end of the street address is not repeated. */
export function addressLines(to: Omit<Customer, "email" | "phone"> & { region?: string | null }): string[] {
  const { name, city, postalCode, region } = to;
  const place = [[city, region].filter(Boolean).join(", "), postalCode].filter(Boolean).join(" ");
  return [name, streetOf(to), place, "United States"];
}
