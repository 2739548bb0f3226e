import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { type Cents, cents, share, sum } from "~/shop/money";
import { refusalBeyond } from "~/shop/payments/refundable";
import { moneyBackOf, type StoredMoneyBack } from "~/shop/payments/money-back.server";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { exchangeToPay, type OrderChange } from "../changes/open-change.server";
import { noteExchange } from "../ledger/note-exchange.server";
import { orders } from "../orders.tables";
import { type Replacement, replacements } from "../parcels/replacements.tables";
import { refundCause } from "../refunds/refund-cause";
import { requestOrderRefund } from "../refunds/refund-pieces.server";

interface Added {
  fee: Cents;
  tax: Cents;
}

/**
 * Adds the paid difference of an exchange to its order's sums and to the ledger of sales. The caller must have locked the order
 * and its payments.
 *
 * @throws {Refusal} `sold-out` if the goods are no longer reserved.
 */
export async function applyExchange(
  tx: Transaction,
  { id, orderNumber, returnNumber, difference }: OrderChange,
  now: Date,
): Promise<void> {
  const paid = await tx
    .update(replacements)
    .set({ paidAt: now })
    .where(
      and(
        eq(replacements.returnNumber, returnNumber ?? ""),
        eq(replacements.state, "reserved"),
        gt(replacements.difference, cents(0)),
        isNull(replacements.paidAt),
      ),
    )
    .returning();
  if (sum(paid.map((row) => row.difference)) !== difference) throw new Refusal("sold-out");
  const fee = sum(paid.map((row) => row.fee));
  await addToOrder(tx, { number: orderNumber, changeId: id }, { fee, tax: cents(difference - fee) }, now);
}

/**
 * Refunds paid differences of exchanges that are not made, or made with fewer pieces, and lowers the order's sums by the refund.
 * `left` is the remaining cost of each row, null for a row that has ended. The caller must have locked order and payments.
 *
 * @returns the refunded amount in cents, at most what is left of the order's payments.
 * @throws {Refusal} `refund-disputed` if a bank decides over the money.
 */
export async function giveBackDifference(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  orderNumber: string,
  rows: { row: Replacement; left: Pick<Replacement, "difference" | "fee" | "quantity"> | null }[],
  now: Date,
): Promise<Cents> {
  const paid = rows.filter(({ row }) => row.paidAt !== null);
  const parts = paid.map(({ row, left }) => ({
    amount: cents(row.difference - (left?.difference ?? 0)),
    fee: cents(row.fee - (left?.fee ?? 0)),
  }));
  const amount = sum(parts.map((part) => part.amount));
  const [first] = paid;
  if (amount === 0 || !first) return cents(0);
  const change = await exchangeToPay(tx, first.row.returnNumber ?? "");
  const money = await refundableMoney(tx, orderNumber);
  if (!change || !money)
    throw new Error(`The payment for the exchange of the return ${first.row.returnNumber} is missing.`);
  // A member may have refunded the whole order before: lowering its total by more than is refunded now would count that twice.
  if (amount > money.left && money.hold === "disputed") throw new Refusal(refusalBeyond(money.hold));
  const back = cents(Math.min(amount, money.left));
  if (back === 0) return back;
  const fee = sum(parts.map((part) => part.fee));
  const [feeBack = cents(0), taxBack = cents(0)] = share(back, [fee, amount - fee]);
  const less = { fee: cents(-feeBack), tax: cents(-taxBack) };
  await addToOrder(tx, { number: orderNumber, changeId: change.id }, less, now);
  const which = paid.map(({ row, left }) => `${row.position}x${left?.quantity ?? 0}`).join("+");
  await requestOrderRefund(tx, services, { money }, back, { cause: refundCause.ofUndoneExchange(change.id, which) });
  return back;
}

/** Refunds of the paid difference of a return's exchange, because the exchange was not made. */
export async function backOfExchange(
  db: Database,
  returnNumber: string,
  orderNumber: string,
): Promise<StoredMoneyBack[]> {
  const change = await exchangeToPay(db, returnNumber);
  if (!change) return [];
  const undone = refundCause.ofUndoneExchange(change.id, "");
  return (await moneyBackOf(db, orderNumber)).filter(({ cause }) => cause.startsWith(undone));
}

/** Adds a difference to an order's sums and to the ledger of sales, in the transaction that settles or undoes the exchange. */
async function addToOrder(
  tx: Transaction,
  { number, changeId }: { number: string; changeId: string },
  { fee, tax }: Added,
  now: Date,
): Promise<void> {
  // Writes the sale itself to the ledger before the difference.
  await tx.execute(sql`select note_sales_of(${number})`);
  await tx
    .update(orders)
    .set({
      fees: sql`${orders.fees} + ${fee}`,
      feeTax: sql`${orders.feeTax} + ${tax}`,
      tax: sql`${orders.tax} + ${tax}`,
      total: sql`${orders.total} + ${fee} + ${tax}`,
    })
    .where(eq(orders.number, number));
  await noteExchange(tx, { number, changeId, goods: fee, tax }, now);
}
