import { and, eq } from "drizzle-orm";
import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { nameOfVariant } from "~/shop/catalog/product";
import { lockedOfAct, returnToStock } from "~/shop/catalog/stock/reservations.server";
import type { Member } from "~/shop/members/member";
import { changeOrder } from "~/shop/orders/change-order.server";
import { statesBefore } from "~/shop/orders/order";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { leftToSend, type LineProgress } from "~/shop/orders/parcels/pieces";
import { promiseReplacement } from "~/shop/orders/parcels/replacements.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { settleKept } from "~/shop/orders/exchanges/settle-kept.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { requireFactorAboveLimit, requireFactorToRefund } from "~/shop/orders/refunds/refund-limit.server";
import { refundPieces } from "~/shop/orders/refunds/refund-pieces.server";
import { agreedIn } from "~/shop/orders/refunds/parse-store-credit";
import { CREDIT } from "~/shop/orders/refunds/store-credit";
import { type StoreCredit, storeCreditBy } from "~/shop/orders/refunds/store-credit.server";
import type { Cents } from "~/shop/money";
import { refundableMoney } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { linesToSettle, type SettleableLine } from "./lines-to-settle.server";
import { dropLabel } from "./label-file.server";
import { actOnReturn, type ReturnForm, type ReturnStep, takeStep } from "./return-acts.server";
import { returnedPieces } from "./receive-return.server";
import { NOTIFY_SETTLED, type OfReturn } from "./return-letter-jobs";
import { ReturnWords, textOf } from "./return-schemas";
import { returnByNumber } from "./returns.server";
import { returnPieces, settledLines } from "./returns.tables";
import {
  cameOf,
  complaintsOf,
  CONDITIONS,
  type PieceSettlement,
  type Settlement,
  type SettledLine,
  settlementOf,
  soldOutMeanwhile,
} from "./settlement";

type Inside = Pick<Services, "db" | "jobs">;

/** A step that also changes the order, with the version of the order that the member saw. */
export interface SettleStep extends ReturnStep {
  orderVersion: number;
  /** Store credit in place of money back; unset without the shopper's consent. */
  credit?: StoreCredit | undefined;
}

/**
 * Settles a received return: sellable pieces are restocked, the others written off, and each piece is refunded, exchanged or
 * neither. For an exchange the variant is taken from stock until it is sent. Enqueues the letter.
 *
 * @throws {Refusal} `return-unknown`, `edited-meanwhile`; `order-state` for a return that is settled, refused or not received;
 * `change-open` while the difference of an exchange waits for its payment; `input-invalid` when the settlement exceeds the
 * received or paid pieces or the stock; and as `changeOrder`.
 */
export async function settleReturn(
  services: Inside,
  step: SettleStep,
  settlement: Settlement,
  now = new Date(),
): Promise<void> {
  const { number, version, orderVersion, actor, credit } = step;
  const found = await returnByNumber(services.db, number);
  if (!found) throw new Refusal("return-unknown");
  const orderNumber = found.order.number;
  if (found.row.state !== "received")
    throw new Refusal(found.row.version === version ? "order-state" : "edited-meanwhile");
  const change = { number: orderNumber, version: orderVersion, actor };
  let isDone = false;
  await changeOrder(services.db, change, "return-settled", { return: number }, async (tx, order) => {
    const exchanged = await settlePieces(tx, services, { ...step, orderNumber }, settlement, now);
    const pieces = settlement.lines.flatMap(({ position, refunded, amount }) =>
      refunded > 0 ? [{ position, quantity: refunded, amount }] : [],
    );
    // If the exchange goods cost less, the difference is refunded here. A payment for an exchange that is not made was refunded
    // when it ended.
    const wanted = { pieces, delivery: settlement.delivery, goodwill: exchanged.less };
    const cause = refundCause.ofReturn(number);
    const money = (await refundableMoney(tx, orderNumber)) ?? order.money;
    const refunded = await refundPieces(tx, services, { ...order, money }, wanted, {
      cause,
      isReturned: true,
      credit,
    });
    await services.jobs.enqueue(tx, NOTIFY_SETTLED, { number } satisfies OfReturn, { key: number });

    isDone = true;
    const details = refunded ? { refundId: refunded.refund.id, amount: refunded.refund.amount } : {};
    if (refunded) return { to: refunded.to, details };
    return { to: await stateWithoutRefund(tx, order), details };
  });
  // Another member has settled the same version with other values.
  if (!isDone) throw new Refusal("edited-meanwhile");
}

/**
 * Settles a return's lines and stock, without refund and letter.
 *
 * @throws {Refusal} as `settleReturn`.
 */
export async function settlePieces(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { orderNumber, ...step }: ReturnStep & { orderNumber: string },
  settlement: PieceSettlement,
  now: Date,
): Promise<{ less: Cents }> {
  const { number, actor } = step;
  const lines = await linesToSettle(tx, number);
  if ((await exchangeToPay(tx, number))?.state === "waiting") throw new Refusal("change-open");
  await takeStep(tx, step, ["received"], { state: "settled", settledAt: now, words: settlement.words });
  await dropLabel(tx, number);
  const fields = complaintsOf(settlement, lines);
  if (Object.keys(fields).length > 0) throw new Refusal("input-invalid", { fields });

  const less = await moveStock(tx, services, { number, orderNumber, settlement, lines }, actor, now);
  await writeSettlement(tx, number, settlement.lines, lines);
  return { less };
}

/** New state of an order without a refund: "returned" if all its pieces are back, otherwise null. */
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
  settlement: PieceSettlement;
  lines: SettleableLine[];
}

/**
 * Restocks sellable pieces, and takes exchange goods from their reservation or from stock. Returns the amount by which the
 * exchange goods cost less, in cents.
 */
async function moveStock(
  tx: Transaction,
  services: Pick<Services, "jobs">,
  { number, orderNumber, settlement, lines }: Moved,
  actor: Actor,
  now: Date,
): Promise<Cents> {
  const ofLine = (position: number) => lines.find((line) => line.position === position);
  const restocked = settlement.lines.flatMap(({ position, restocked: byCondition }) => {
    const quantity = Object.values(byCondition).reduce((count, pieces) => count + pieces, 0);
    const variantId = ofLine(position)?.variantId;
    return quantity > 0 && variantId !== undefined ? [{ variantId, quantity }] : [];
  });
  const wanted = settlement.lines.flatMap(({ position, exchanged, exchangeVariantId }) => {
    const variant = ofLine(position)?.choices.find(({ id }) => id === exchangeVariantId);
    if (exchanged === 0 || !variant) return [];
    return [{ position, quantity: exchanged, variantId: variant.id, size: variant.size, color: variant.color }];
  });
  const kept = lines.flatMap((line) => (line.kept ? [line.kept] : []));
  // Locks all variants at once, as selling does: prevents deadlocks.
  await lockedOfAct(tx, [...restocked, ...wanted, ...kept], [number]);
  await returnToStock(tx, restocked, orderNumber, actor);
  const { less, isMade } = await settleKept(tx, services, { number, orderNumber, kept, wanted }, actor, now);
  for (const replacement of wanted.filter((each) => !isMade(each)))
    if (!(await promiseReplacement(tx, { ...replacement, returnNumber: number, orderNumber }, actor)))
      throw new Refusal("input-invalid", {
        fields: soldOutMeanwhile(replacement.position, nameOfVariant(replacement)),
      });
  return less;
}

async function writeSettlement(
  tx: Transaction,
  number: string,
  settled: SettledLine[],
  lines: SettleableLine[],
): Promise<void> {
  const rows = settled.map(({ position, refunded, exchanged }) => {
    const line = lines.find((own) => own.position === position);
    // Received pieces that are neither refunded nor exchanged now may have been refunded before.
    const rest = line ? cameOf(line) - refunded - exchanged : 0;
    const before = Math.max(0, Math.min(rest, line?.before.quantity ?? 0));
    return { returnNumber: number, position, refunded, exchanged, refundedBefore: before };
  });
  await tx.insert(settledLines).values(rows);
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
 * Like `settleReturn`, for a member's form.
 *
 * @throws {Refusal} also `right-missing`, `input-invalid` with a message for each wrong field, and as `requireFactorAboveLimit`.
 */
export async function settleAsMember(
  services: Inside & Pick<Services, "settings" | "sealer">,
  member: Member,
  form: ReturnForm & { orderVersion: number },
  values: Record<string, string>,
): Promise<void> {
  const act = { right: "returns.settle", field: "settled" } as const;
  await actOnReturn(services, member, form, act, async (inside, step) => {
    const words = textOf(ReturnWords, "words", values.words ?? "");
    const { agreed, wrong } = agreedIn(values);
    if (wrong !== undefined) throw new Refusal("input-invalid", { fields: { [CREDIT.words]: wrong } });
    const settlement = settlementOf(values, words, await linesToSettle(inside.db, step.number));
    const orderNumber = (await returnByNumber(inside.db, step.number))?.order.number ?? "";
    const credit = storeCreditBy(services, member, agreed);
    await settleReturn(inside, { ...step, orderVersion: form.orderVersion, credit }, settlement);
    await requireFactorToRefund(inside, member, orderNumber, refundCause.ofReturn(step.number));
    const of = (key: "refunded" | "exchanged") => settlement.lines.reduce((count, line) => count + line[key], 0);
    // Pieces sent in exchange count towards the limit of refunds.
    if (of("exchanged") > 0) await requireFactorAboveLimit(inside, member, orderNumber);
    const how = agreed === undefined ? "" : " as store credit";
    return `${of("refunded")} refunded${how}, ${of("exchanged")} exchanged`;
  });
}
