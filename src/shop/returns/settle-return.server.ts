import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { productsById } from "~/shop/catalog/catalog.server";
import { nameOfPair } from "~/shop/catalog/product";
import { locked, returnToStock } from "~/shop/catalog/stock/reservations.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Cents, cents, sum } from "~/shop/money";
import { changeOrder } from "~/shop/orders/change-order.server";
import { statesBefore } from "~/shop/orders/order";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { leftToSend, type LineProgress, refundOf } from "~/shop/orders/parcels/pieces";
import { promiseReplacement, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundPieces } from "~/shop/orders/refunds/refund-pieces.server";
import { refundsOf } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { actOnReturn, type ReturnForm, type ReturnStep, takeStep } from "./return-acts.server";
import { returnedPieces } from "./receive-return.server";
import { exchanges } from "./return";
import { NOTIFY_SETTLED, type OfReturn } from "./return-letter-jobs";
import { ReturnWords, textOf } from "./return-texts";
import { arrivedOf, returnByNumber } from "./returns.server";
import { returnPieces, settledLines } from "./returns.tables";
import {
  complaintsOf,
  CONDITIONS,
  type LineToSettle,
  type Settlement,
  type SettledLine,
  settlementOf,
  soldOutMeanwhile,
} from "./settlement";

type Inside = Pick<Services, "db" | "jobs">;

/** A step that changes the order, too: which version of that was seen. */
export interface SettleStep extends ReturnStep {
  orderVersion: number;
}

/** A line of a return that can be settled, with what its stock and money are known by. */
export interface SettleableLine extends LineToSettle {
  variantId: number;
  /** The pairs by size and color. */
  choices: { id: number; size: string; color: string }[];
}

/** The lines of a return with what came, what is left to refund, and what may be sent instead. */
export async function linesToSettle(db: Database, number: string): Promise<SettleableLine[]> {
  const found = await returnByNumber(db, number);
  if (!found) throw new Refusal("return-unknown");
  const { order, lines } = found;
  const came = await arrivedOf(db, [number]);
  const products = await productsById(
    db,
    order.lines.map(({ product }) => product),
  );
  const progress = await lineProgress(db, order.number);
  const waiting = (await replacementsOf(db, order.number)).filter(({ state }) => state !== "called-off");
  return lines.flatMap(({ position, reason, exchangeVariantId }) => {
    const bought = order.lines.find((line) => line.position === position);
    const own = progress.find((line) => line.position === position);
    if (!bought || !own) return [];
    const promised = waiting.reduce((count, line) => count + (line.position === position ? line.quantity : 0), 0);
    const choices = exchanges(
      products.find(({ id }) => id === bought.product),
      bought,
    );
    const arrived = came.filter((pieces) => pieces.position === position);
    return {
      position,
      reason,
      exchangeVariantId,
      variantId: own.variantId,
      arrived: Object.fromEntries(arrived.map(({ condition, quantity }) => [condition, quantity])),
      refundable: Math.max(0, own.quantity - own.refunded.quantity - promised),
      pairs: choices.map((pair) => ({ id: pair.id, name: nameOfPair(pair), left: pair.stock ?? null })),
      choices,
    };
  });
}

/**
 * Settles a return that was received: sellable pieces go back to the shelf, the rest is written off, and each piece is refunded,
 * exchanged or neither. For an exchange the pair is taken from the stock and waits to be sent. Its letter is sent.
 *
 * @throws {Refusal} `return-unknown`, `edited-meanwhile`; `order-state` for a return that is past this step or was not received;
 *   `input-invalid` when more is given than came, was paid, or is there; and as `changeOrder`. Then nothing is changed.
 */
export async function settleReturn(
  services: Inside,
  step: SettleStep,
  settlement: Settlement,
  now = new Date(),
): Promise<void> {
  const { number, version, orderVersion, actor } = step;
  const found = await returnByNumber(services.db, number);
  if (!found) throw new Refusal("return-unknown");
  const orderNumber = found.order.number;
  if (found.row.state !== "received")
    throw new Refusal(found.row.version === version ? "order-state" : "edited-meanwhile");
  const change = { number: orderNumber, version: orderVersion, actor };
  let isDone = false;
  await changeOrder(services.db, change, "return-settled", { return: number }, async (tx, order) => {
    await takeStep(tx, step, ["received"], { state: "settled", settledAt: now, words: settlement.words });
    const lines = await linesToSettle(tx, number);
    const fields = complaintsOf(settlement, lines);
    if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });

    await moveStock(tx, { number, orderNumber, settlement, lines }, actor);
    await writeSettlement(tx, number, settlement.lines);
    const toRefund = settlement.lines.flatMap(({ position, refunded }) =>
      refunded > 0 ? [{ position, quantity: refunded }] : [],
    );
    const cause = refundCause.ofReturn(number);
    const refunded = await refundPieces(tx, services, order, toRefund, { cause, isReturned: true });
    await services.jobs.enqueue(tx, NOTIFY_SETTLED, { number } satisfies OfReturn, { key: number });

    isDone = true;
    const details = refunded ? { refundId: refunded.refund.id, amount: refunded.refund.amount } : {};
    if (refunded) return { to: refunded.to, details };
    return { to: await stateWithoutRefund(tx, order), details };
  });
  // Somebody else settled the same return of the same version: that is done, but not as this form says.
  if (!isDone) throw new Refusal("edited-meanwhile");
}

/** An order of which all is back is returned, where no money moves. */
async function stateWithoutRefund(
  tx: Transaction,
  { number, state }: { number: string; state: Parameters<typeof statesBefore>[0] },
) {
  const returned = await returnedPieces(tx, number);
  const isBack = (line: LineProgress) => (returned.get(line.position) ?? 0) === line.sent && leftToSend(line) === 0;
  const isAllBack = (await lineProgress(tx, number)).every(isBack);
  return isAllBack && statesBefore("returned").includes(state) ? "returned" : null;
}

interface Moved {
  number: string;
  orderNumber: string;
  settlement: Settlement;
  lines: SettleableLine[];
}

/** Restocks what is fit to be sold and takes what is sent instead. */
async function moveStock(
  tx: Transaction,
  { number, orderNumber, settlement, lines }: Moved,
  actor: Actor,
): Promise<void> {
  const ofLine = (position: number) => lines.find((line) => line.position === position);
  const restocked = settlement.lines.flatMap(({ position, restocked: byCondition }) => {
    const quantity = Object.values(byCondition).reduce((count, pieces) => count + pieces, 0);
    const variantId = ofLine(position)?.variantId;
    return quantity > 0 && variantId !== undefined ? [{ variantId, quantity }] : [];
  });
  const wanted = settlement.lines.flatMap(({ position, exchanged, exchangeVariantId }) => {
    const pair = ofLine(position)?.choices.find(({ id }) => id === exchangeVariantId);
    if (exchanged === 0 || !pair) return [];
    return [{ position, quantity: exchanged, variantId: pair.id, size: pair.size, color: pair.color }];
  });
  // All variants are locked at once, as in selling: no deadlock.
  await locked(
    tx,
    [...restocked, ...wanted].map(({ variantId }) => variantId),
  );
  await returnToStock(tx, restocked, orderNumber, actor);
  for (const pair of wanted)
    if (!(await promiseReplacement(tx, { ...pair, returnNumber: number, orderNumber }, actor)))
      throw new Refusal("input-invalid", { fields: soldOutMeanwhile(pair.position, nameOfPair(pair)) });
}

async function writeSettlement(tx: Transaction, number: string, settled: SettledLine[]): Promise<void> {
  await tx
    .insert(settledLines)
    .values(
      settled.map(({ position, refunded, exchanged }) => ({ returnNumber: number, position, refunded, exchanged })),
    );
  for (const { position, restocked } of settled)
    for (const condition of CONDITIONS)
      if (restocked[condition])
        await tx
          .update(returnPieces)
          .set({ restocked: restocked[condition] })
          .where(
            and(
              eq(returnPieces.returnNumber, number),
              eq(returnPieces.position, position),
              eq(returnPieces.condition, condition),
            ),
          );
}

/**
 * As `settleReturn`, by a member, from the fields of a form.
 *
 * @throws {Refusal} also `right-missing`, and `input-invalid` with words for each field.
 */
export async function settleAsMember(
  services: Inside,
  member: Member,
  form: ReturnForm & { orderVersion: number },
  values: Record<string, string>,
): Promise<void> {
  const act = { right: "returns.settle", field: "settled" } as const;
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const words = textOf(ReturnWords, "words", values.words ?? "");
    const settlement = settlementOf(values, words, await linesToSettle(inside.db, step.number));
    await settleReturn(inside, { ...step, orderVersion: form.orderVersion }, settlement);
    const of = (key: "refunded" | "exchanged") => settlement.lines.reduce((count, line) => count + line[key], 0);
    return `${of("refunded")} refunded, ${of("exchanged")} exchanged`;
  });
}

/**
 * What settling a return by these fields would give back, and what went back of its order before: by it a factor is asked for.
 * Nothing where there is nothing to settle, or the fields say nothing that could be done.
 *
 * @throws {Refusal} `right-missing`.
 */
export async function refundBySettling(
  { db }: Pick<Services, "db">,
  member: Member,
  number: string,
  values: Record<string, string>,
): Promise<{ given: Cents; amount: Cents }> {
  await requireRight({ db }, member, "returns.settle");
  const found = await returnByNumber(db, number);
  const nothing = { given: cents(0), amount: cents(0) };
  if (found?.row.state !== "received") return nothing;
  const refunds = await refundsOf(db, found.order.number);
  const given = sum(refunds.flatMap(({ state, amount }) => (state === "failed" ? [] : [amount])));
  try {
    const { lines } = settlementOf(values, values.words ?? "", await linesToSettle(db, number));
    const progress = await lineProgress(db, found.order.number);
    const amounts = lines.flatMap(({ position, refunded }) => {
      const line = progress.find((each) => each.position === position);
      return line && refunded > 0 ? [refundOf(line, refunded)] : [];
    });
    return { given, amount: sum(amounts) };
  } catch (error) {
    if (error instanceof Refusal) return nothing;
    throw error;
  }
}
