import { type Cents, cents, sum } from "~/shop/money";
import type { AddedLine } from "./change-preview";

/**
 * Amount in cents by which the added lines of a change cost less than today, whether a member lowered a price or it was kept.
 * A line that costs more than today does not make up for another one.
 */
export const reducedBy = ({ comes }: { comes: Pick<AddedLine, "askedPrice" | "price" | "quantity">[] }): Cents =>
  sum(comes.map(({ askedPrice, price, quantity }) => cents(Math.max(0, askedPrice - price) * quantity)));
