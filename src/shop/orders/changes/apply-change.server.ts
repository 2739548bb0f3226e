import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { lockedOfAct, reserve, returnToStock, sell } from "~/shop/catalog/stock/reservations.server";
import { merged, type StockLine } from "~/shop/catalog/stock/stock";
import { cents, share } from "~/shop/money";
import type { ChangingOrder } from "../change-order.server";
import { type OrderState, statesBefore } from "../order";
import { recordEvent } from "../orders.server";
import { orderLines, orders, parcels } from "../orders.tables";
import { orderOffers } from "../order-offers.tables";
import { orderTaxes } from "../order-taxes.tables";
import { lineGoods, lineEndings, standingLines } from "../standing-lines.tables";
import { noteTakenOver } from "../ledger/note-taken-over.server";
import { lineProgress } from "../parcels/line-progress.server";
import { allLeftToSend } from "../parcels/pieces";
import { refundCause } from "../refunds/refund-cause";
import { stockOf } from "../refunds/refund-lines.server";
import { requestOrderRefund } from "../refunds/refund-pieces.server";
import type { ComputedChange } from "./computed-change";

/** Result of an applied change: the order's next state (null if unchanged), and the refund of the difference. */
interface Applied {
  to: OrderState | null;
  refundId?: string;
  /** Pieces that the change returns to stock. */
  back: StockLine[];
}

/**
 * Applies a change to an order: lines, tax, sums, stock and ledger and, if the order costs less, the refund of the difference,
 * from the newest payment first. Runs in the transaction that has locked the order and its payments. Pieces reserved for the
 * order are sold; further pieces are taken from stock now.
 *
 * @throws {Refusal} `sold-out`; `more-than-left` if less money is left than must be refunded; `edited-meanwhile` if the change
 * has a refund already. Does not check whether removed pieces were shipped or refunded meanwhile.
 */
export async function applyChange(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { number, state, money }: ChangingOrder,
  { id, computed, reason, actor }: { id: string; computed: ComputedChange; reason: string; actor: Actor },
  now: Date,
): Promise<Applied> {
  // Writes the sold lines to the ledger before the change ends any of them.
  await tx.execute(sql`select note_sales_of(${number})`);
  const lines = await lineProgress(tx, number);
  const back = stockOf(lines, computed.goes);
  await moveStock(tx, number, { back, comes: computed.comes }, actor);

  if (computed.goes.length > 0)
    await tx.insert(lineEndings).values(
      computed.goes.map(({ position, quantity, discountShare, tax }) => ({
        orderNumber: number,
        changeId: id,
        position,
        quantity,
        discountShare,
        tax,
        leaves: (lines.find((line) => line.position === position)?.quantity ?? 0) - quantity,
        at: now,
      })),
    );
  const first = await appendLines(tx, number, computed);
  const { orderValue, discount, deliveryFee, tax, deliveryTax, total } = computed.sums;
  await tx
    .update(orders)
    .set({ orderValue, discount, deliveryFee, tax, deliveryTax, total })
    .where(eq(orders.number, number));
  await tx.execute(sql`select note_change_of(${number}, ${id}, ${first}, ${deliveryFee - computed.before.deliveryFee},
    ${deliveryTax - computed.before.deliveryTax}, ${now.toISOString()})`);

  await noteTakenOver(tx, { number, changeId: id, computed, first }, now);
  const given = computed.difference < 0 ? cents(-computed.difference) : null;
  const refund =
    given && (await requestOrderRefund(tx, services, { money }, given, { cause: refundCause.ofChange(id), reason }));
  const to = await stateAfter(tx, number, state);
  // A packed order must be packed again, so the history records that it was unpacked.
  if (to === "paid")
    await recordEvent(tx, number, "unpacked", actor, { details: { changeId: id }, onceKey: `unpacked:change:${id}` });
  return { to, back, ...(refund && { refundId: refund.id }) };
}

/**
 * Returns removed pieces to stock and sells added ones. Locks all variants first, also those of lines that stay, to prevent deadlocks.
 */
async function moveStock(
  tx: Transaction,
  number: string,
  { back, comes }: { back: StockLine[]; comes: StockLine[] },
  actor: Actor,
): Promise<void> {
  await lockedOfAct(tx, [...back, ...comes], [number]);
  await returnToStock(tx, back, number, actor);
  const { rows: held } = await tx.execute<StockLine & Record<string, unknown>>(
    sql`select variant_id as "variantId", quantity from held_pieces(${number})`,
  );
  const missing = merged([...comes, ...held.map((line) => ({ ...line, quantity: -line.quantity }))]).filter(
    ({ quantity }) => quantity > 0,
  );
  await reserve(tx, missing, number, actor);
  await sell(tx, number, actor);
}

/** Appends the added lines with their tax; returns the position of the first one. */
async function appendLines(tx: Transaction, number: string, { comes }: ComputedChange): Promise<number> {
  const [last] = await tx
    .select({ position: sql<number>`coalesce(max(${lineGoods.position}), -1)` })
    .from(lineGoods)
    .where(eq(lineGoods.orderNumber, number));
  const first = (last?.position ?? -1) + 1;
  if (comes.length === 0) return first;
  const rows = comes.map(
    ({ askedPrice: _a, taxed: _t, replaces: _r, wentBack: _b, offerShare: _o, ...line }, index) => ({
      ...line,
      orderNumber: number,
      position: first + index,
      cost: sql`cost_of_variant(${line.variantId})`,
    }),
  );
  await tx.insert(orderLines).values(rows);
  const taxes = comes.flatMap(({ taxed, name, kindForTax }, index) =>
    taxed
      ? [{ orderNumber: number, part: "line" as const, position: first + index, name, kind: kindForTax, ...taxed }]
      : [],
  );
  if (taxes.length > 0) await tx.insert(orderTaxes).values(taxes);
  await keepOffers(tx, number, comes, first);
  return first;
}

/** Writes beside added lines which offers took off the lines that they replace. */
async function keepOffers(
  tx: Transaction,
  number: string,
  comes: ComputedChange["comes"],
  first: number,
): Promise<void> {
  for (const [index, { replaces, offerShare, discountShare: ofDiscount }] of comes.entries()) {
    if (!offerShare || replaces === undefined) continue;
    const ofLine = and(eq(orderOffers.orderNumber, number), eq(orderOffers.position, replaces));
    const given = await tx.select().from(orderOffers).where(ofLine).orderBy(orderOffers.turn, orderOffers.offerId);
    const amounts = share(
      offerShare,
      given.map(({ amount }) => amount),
    );
    const rows = given.map((row, at) => ({
      ...row,
      position: first + index,
      amount: amounts[at] ?? cents(0),
      ofDiscount,
    }));
    const taken = rows.filter(({ amount }) => amount > 0);
    if (taken.length > 0) await tx.insert(orderOffers).values(taken);
  }
}

/**
 * State after a change: `shipped` if a parcel was sent and nothing is left to send, `paid` for a packed order without a parcel,
 * which must be packed again, null if unchanged.
 */
async function stateAfter(tx: Transaction, number: string, state: OrderState): Promise<OrderState | null> {
  const isAllGone = allLeftToSend(await lineProgress(tx, number)).length === 0;
  const hasLeft = (await tx.$count(parcels, eq(parcels.orderNumber, number))) > 0;
  if (isAllGone && hasLeft && statesBefore("shipped").includes(state)) return "shipped";
  return state === "packed" && !hasLeft ? "paid" : null;
}

/** Pieces that a change needs in addition to those that it returns to stock. */
export async function neededPieces(
  tx: Transaction,
  number: string,
  { goes, comes }: Pick<ComputedChange, "goes" | "comes">,
): Promise<StockLine[]> {
  const lines = await tx
    .select({ position: standingLines.position, variantId: standingLines.variantId })
    .from(standingLines)
    .where(eq(standingLines.orderNumber, number));
  const back = stockOf(lines, goes).map((line) => ({ ...line, quantity: -line.quantity }));
  return merged([...comes, ...back]).filter(({ quantity }) => quantity > 0);
}
