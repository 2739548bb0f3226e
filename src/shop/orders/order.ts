import { z } from "zod";
import { lineTotal, type Line } from "~/shop/bag/bag";
import { limits } from "~/shop/limits";
import { type Cents, share } from "~/shop/money";

/** Where an order can be. An order awaiting payment is a draft. Decisions §9. */
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
  packed: ["shipped", "cancelled", "partly-refunded", "refunded"],
  shipped: ["delivered", "returned", "partly-refunded", "refunded"],
  delivered: ["returned", "partly-refunded", "refunded"],
  "partly-refunded": ["packed", "shipped", "delivered", "returned", "refunded"],
  returned: ["partly-refunded", "refunded"],
  refunded: [],
};

/** The states from which an order may become this one: the condition of the UPDATE that decides who was first. */
export const statesBefore = (state: OrderState): OrderState[] =>
  OrderState.options.filter((from) => moves[from].includes(state));

/** A new order's number: eight digits, the first not zero. `below(n)` draws a whole number from 0 to n - 1. Decisions §10. */
export const drawnNumber = (below: (end: number) => number): string => String(10_000_000 + below(90_000_000));

/** '48217350' → '#4821 7350', as shoppers read it. Decisions §10. */
export const shownNumber = (number: string): string => `#${number.slice(0, 4)} ${number.slice(4)}`;

/** The order number in what somebody typed or pasted: `#`, spaces and dashes do not matter. Decisions §10. */
export function orderNumberIn(text: string): string | undefined {
  const number = text.replace(/[#\s-]/g, "");
  return /^\d{8}$/.test(number) ? number : undefined;
}

/** Each line's part of the discount, in cents: they add up to it, and none is more than its line. Decisions §9. */
export const discountShares = (discount: Cents, lines: Pick<Line, "price" | "quantity">[]): Cents[] =>
  share(discount, lines.map(lineTotal));

const plain = (letters: RegExp, words: string, { most, least = 1 }: { most: number; least?: number }) =>
  z.string({ error: words }).trim().min(least, words).max(most, words).regex(letters, words);

/** A person's name: at least 2 of letters (any script), spaces, apostrophes, hyphens. Spec §5, Decisions §7. */
export const personName = (words: string) => plain(/^[\p{L}\p{M}' ’-]*$/u, words, { least: 2, most: limits.text.name });

const place = /^[\p{L}\p{M}\p{N} .,'’"#/&()+:°ºª-]*$/u;

/** Who an order goes to, as the API takes it; the checkout asks for it in sections. Spec §3, §5. */
export const Customer = z.object({
  email: z
    .string({ error: "Invalid email format" })
    .trim()
    .toLowerCase()
    .pipe(z.email("Invalid email format").max(limits.text.email, "Invalid email format")),
  name: personName("Name must contain only letters"),
  /** Need not be complete. Spec §5. */
  phone: z.string({ error: "Invalid phone number" }).regex(/^\+1\d{0,10}$/, "Invalid phone number"),
  address: plain(place, "Invalid address", { most: limits.text.line }),
  city: plain(place, "Invalid city", { most: limits.text.name }),
  /** A US ZIP. Decisions §7. */
  postalCode: z.string({ error: "Invalid postal code" }).regex(/^\d{5}$/, "Invalid postal code"),
});
export type Customer = z.infer<typeof Customer>;
