import { type Cents, cents } from "~/shop/money";

/** Sums over the ledger, in cents with a sign: amounts that lower sales are negative. */
export interface Sums {
  /** Number of paid orders. */
  orders: number;
  /** Number of pieces sold. */
  pieces: number;
  /** Number of pieces refunded; positive. */
  piecesBack: number;
  gross: Cents;
  discounts: Cents;
  /** Refunded value of goods, after their discount. */
  returns: Cents;
  /** Value of goods that changes of orders added or removed. */
  changes: Cents;
  /** Refunded amounts that belong to no line, delivery, fee or tax. */
  goodwill: Cents;
  delivery: Cents;
  fees: Cents;
  tax: Cents;
  /** Cost of the pieces sold minus pieces refunded; pieces of unknown cost count as zero. */
  cost: Cents;
  /** Net sales of the pieces whose cost is known. */
  netWithCost: Cents;
  /** Pieces sold minus pieces refunded, and how many of them have no known cost. */
  piecesKept: number;
  piecesWithoutCost: number;
}

export const noSums: Sums = {
  orders: 0,
  pieces: 0,
  piecesBack: 0,
  gross: cents(0),
  discounts: cents(0),
  returns: cents(0),
  changes: cents(0),
  goodwill: cents(0),
  delivery: cents(0),
  fees: cents(0),
  tax: cents(0),
  cost: cents(0),
  netWithCost: cents(0),
  piecesKept: 0,
  piecesWithoutCost: 0,
};

/** Adds up several `Sums`. */
export const added = (all: readonly Sums[]): Sums => {
  const total: Record<string, number> = { ...noSums };
  for (const sums of all) for (const [name, value] of Object.entries(sums)) total[name] = (total[name] ?? 0) + value;
  return total as unknown as Sums;
};

/** Net sales: gross sales, discounts, returns, goodwill and changes of orders, each with its sign. */
export const netOf = ({ gross, discounts, returns, changes, goodwill }: Sums): Cents =>
  cents(gross + discounts + returns + changes + goodwill);

/** Net sales plus delivery, fees and tax: money received minus money refunded. */
export const totalOf = (sums: Sums): Cents => cents(netOf(sums) + sums.delivery + sums.fees + sums.tax);
