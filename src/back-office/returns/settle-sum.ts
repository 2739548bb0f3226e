import { amountIn, type Cents, cents } from "~/shop/money";
import {
  backOfLine,
  backOfSettlement,
  type LineToSettle,
  type MoneyLeft,
  settleField,
  type SettledLine,
} from "~/shop/returns/settlement";

type Fields = Record<string, string | undefined>;
type Line = Pick<LineToSettle, "position" | "amounts" | "differenceBack">;

/** Typed refund of a line in cents, with what goes back of its exchange; null if a field is invalid. */
export function lineSum(line: Line, fields: Fields): Cents | null {
  const typed = typedLine(line, fields);
  return typed && backOfLine(line, typed);
}

/** Typed refund of all lines in cents, limited to the amount that can still be refunded; null if a field is invalid. */
export function settleSum(lines: readonly Line[], fields: Fields, left: MoneyLeft): Cents | null {
  const typed = lines.flatMap((line) => typedLine(line, fields) ?? []);
  return typed.length === lines.length
    ? backOfSettlement({ lines: typed, delivery: fields.delivery === "yes" }, lines, left)
    : null;
}

/** Typed settlement of a line, as far as money depends on it; null if a field is invalid. */
function typedLine({ position, amounts }: Line, fields: Fields): SettledLine | null {
  const [refunded, exchanged] = (["refund", "exchange"] as const).map((name) =>
    piecesIn(fields[settleField(name, position)]),
  );
  if (refunded === undefined || exchanged === undefined || refunded > amounts.length) return null;
  const exchangeVariantId = exchanged > 0 ? Number(fields[settleField("variant", position)]) : null;
  const settled = { position, refunded, exchanged, exchangeVariantId, restocked: {} };
  const text = (fields[settleField("amount", position)] ?? "").trim();
  if (refunded === 0 || text === "") return settled;
  const amount = amountIn(text);
  return amount === undefined || amount > (amounts[refunded - 1] ?? cents(0)) ? null : { ...settled, amount };
}

/** Typed number of pieces; an empty field is none, and an invalid one undefined. */
function piecesIn(typed = ""): number | undefined {
  const pieces = Number(typed.trim());
  return Number.isInteger(pieces) && pieces >= 0 ? pieces : undefined;
}
