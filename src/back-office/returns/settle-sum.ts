import { amountIn, type Cents, cents } from "~/shop/money";
import { type LineToSettle, settleField } from "~/shop/returns/settlement";

/** Amounts of the order that can still be refunded, in cents: the delivery fee, and the total (`all`). */
export interface MoneyLeft {
  delivery: Cents;
  all: Cents;
}

type Fields = Record<string, string | undefined>;
type Line = Pick<LineToSettle, "position" | "amounts">;

/** Typed refund of a line in cents; null if a field is invalid. */
export function lineSum({ position, amounts }: Line, fields: Fields): Cents | null {
  const typed = (fields[settleField("refund", position)] ?? "").trim();
  const pieces = typed === "" ? 0 : Number(typed);
  if (!Number.isInteger(pieces) || pieces < 0 || pieces > amounts.length) return null;
  if (pieces === 0) return cents(0);
  const text = (fields[settleField("amount", position)] ?? "").trim();
  const whole = amounts[pieces - 1] ?? cents(0);
  const amount = text === "" ? whole : amountIn(text);
  return amount === undefined || amount > whole ? null : amount;
}

/** Typed refund of all lines in cents, limited to the amount that can still be refunded; null if a field is invalid. */
export function settleSum(lines: Line[], fields: Fields, left: MoneyLeft): Cents | null {
  let sum = fields.delivery === "yes" ? left.delivery : 0;
  for (const line of lines) {
    const own = lineSum(line, fields);
    if (own === null) return null;
    sum += own;
  }
  return cents(Math.min(sum, left.all));
}
