import { type Cents, cents } from "~/shop/money";

/** Sums over the ledger, in cents, each with its sign: what lowers sales is negative. */
export interface Sums {
  /** Orders paid. */
  orders: number;
  /** Pieces sold. */
  pieces: number;
  /** Pieces whose money went back, positive. */
  piecesBack: number;
  gross: Cents;
  discounts: Cents;
  /** Goods given back, after their discount. */
  returns: Cents;
  /** Difference that changes of orders made. */
  changes: Cents;
  /** Money given without a line. */
  goodwill: Cents;
  delivery: Cents;
  fees: Cents;
  tax: Cents;
  /** Cost of the pieces sold, without those given back; of pieces whose cost is not known it is zero. */
  cost: Cents;
  /** Net sales of the pieces whose cost is known. */
  netWithCost: Cents;
  /** Pieces sold less pieces refunded; and the number of them without a known cost. */
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

/** Sum of several sums. */
export const added = (all: readonly Sums[]): Sums => {
  const total: Record<string, number> = { ...noSums };
  for (const sums of all) for (const [name, value] of Object.entries(sums)) total[name] = (total[name] ?? 0) + value;
  return total as unknown as Sums;
};

/** Gross sales - discounts - returns - goodwill, and what changes of orders added. */
export const netOf = ({ gross, discounts, returns, changes, goodwill }: Sums): Cents =>
  cents(gross + discounts + returns + changes + goodwill);

/** Net sales + delivery + fees + tax: the money that came, minus what went back. */
export const totalOf = (sums: Sums): Cents => cents(netOf(sums) + sums.delivery + sums.fees + sums.tax);
