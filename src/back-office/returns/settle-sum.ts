import { amountIn, type Cents, cents } from "~/shop/money";
import { type LineToSettle, settleField } from "~/shop/returns/settlement";

/** Refundable rest of the order in cents: delivery fee, and total. */
export interface MoneyLeft {
  delivery: Cents;
  all: Cents;
}

type Fields = Record<string, string | undefined>;
type Line = Pick<LineToSettle, "position" | "amounts">;

/** Refund of one line as typed, in cents; null while a field cannot be read. */
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

/** Refund as typed, in cents, limited to the refundable rest; null while a field cannot be read. */
export function settleSum(lines: Line[], fields: Fields, left: MoneyLeft): Cents | null {
  let sum = fields.delivery === "yes" ? left.delivery : 0;
  for (const line of lines) {
    const own = lineSum(line, fields);
    if (own === null) return null;
    sum += own;
  }
  return cents(Math.min(sum, left.all));
}
