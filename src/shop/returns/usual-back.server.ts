import type { Database } from "~/platform/database.server";
import type { MoneyBack } from "~/shop/payments/money-back";
import { computedMoneyBack } from "~/shop/payments/money-back.server";
import { linesToSettle } from "./lines-to-settle.server";
import { moneyLeftOf } from "./money-left.server";
import { backOfSettlement, usualSettlement } from "./settlement";

/**
 * Parts in which the usual settlement of an open return would give money back: for what arrived or, before, for what was announced. Empty if
 * nothing was paid for it; null if nothing can be said, because goods come instead, it was refunded before, or a bank decides.
 */
export async function usualBack(
  db: Database,
  { returnNumber, orderNumber }: { returnNumber: string; orderNumber: string },
): Promise<MoneyBack[] | null> {
  const lines = await linesToSettle(db, returnNumber, { asAnnounced: true });
  const usual = usualSettlement(lines);
  const left = await moneyLeftOf(db, orderNumber);
  if (left.hold === "disputed") return null;
  const parts = await computedMoneyBack(db, orderNumber, backOfSettlement(usual, lines, left));
  const isForGoods = usual.lines.every(({ refunded }) => refunded === 0);
  return parts.length === 0 && (isForGoods || left.hold !== null) ? null : parts;
}
