import { type Cents, cents, sum, times } from "~/shop/money";

/** Channels by which a shopper asks a member for an order, as stored. */
export const cameBy = ["phone", "mail", "fair"] as const;
export type CameBy = (typeof cameBy)[number];

/** Days for which a made order can be paid: the default, the minimum and the maximum that a member can choose. */
export const DAYS = { usual: 3, least: 1, most: 7 } as const;

/** Maximum number of made orders that wait for their payment at a time. */
export const MOST_OPEN = 50;

/**
 * Maximum number of pieces of a variant that all made orders together may reserve: half of the free stock and their own
 * reservations, rounded up.
 */
export const mostHeld = (level: number, held: number): number => Math.ceil((level + held) / 2);

/** Line with its listed price and its reduced price of one piece. */
interface Reducible {
  quantity: number;
  listed: Cents;
  price: Cents;
}

/** Amount in cents that a member gives away: price reductions and a waived delivery fee. */
export const givenBy = (lines: readonly Reducible[], waivedFee: Cents): Cents =>
  sum([...lines.map(({ quantity, listed, price }) => times(cents(listed - price), quantity)), waivedFee]);
