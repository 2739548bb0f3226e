import { type Cents, cents, sum, times } from "~/shop/money";

/** Channels by which a shopper asks for an order that a member makes; stored names. */
export const cameBy = ["phone", "mail", "fair"] as const;
export type CameBy = (typeof cameBy)[number];

/** Days for which such an order can be paid, unless the member chooses. */
export const DAYS = { usual: 3, least: 1, most: 7 } as const;

/** Such orders that may wait for their payment at a time. */
export const MOST_OPEN = 50;

/** Most pieces of a variant that orders made by members may reserve together: half of free stock plus their reservations, rounded up. */
export const mostHeld = (level: number, held: number): number => Math.ceil((level + held) / 2);

/** A line at its listed and its reduced price of one piece. */
interface Reducible {
  quantity: number;
  listed: Cents;
  price: Cents;
}

/** Amount that a member gives: prices below those of the day, and the delivery fee that is waived. */
export const givenBy = (lines: readonly Reducible[], waivedFee: Cents): Cents =>
  sum([...lines.map(({ quantity, listed, price }) => times(cents(listed - price), quantity)), waivedFee]);
