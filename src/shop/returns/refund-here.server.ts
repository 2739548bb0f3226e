import type { Transaction } from "~/platform/database.server";
import type { Services } from "~/services";
import { logChanges } from "~/shop/audit/change-log.server";
import { locked } from "~/shop/catalog/stock/reservations.server";
import type { Member } from "~/shop/members/member";
import { requireRight } from "~/shop/members/rights.server";
import { type Change, changeOrder } from "~/shop/orders/change-order.server";
import type { OrderForm } from "~/shop/orders/act-as-member.server";
import { orderByNumber, recordEvent } from "~/shop/orders/orders.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { piecesOf } from "~/shop/orders/parcels/lost-pieces.server";
import { actOf, refundByForm, type RefundByMember } from "~/shop/orders/refunds/refund-as-member.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { type LinesToRefund, refundChosen, shownOf } from "~/shop/orders/refunds/refund-lines.server";
import { storeCreditBy } from "~/shop/orders/refunds/store-credit.server";
import { refundOfCause } from "~/shop/payments/refunds.server";
import { Refusal } from "~/shop/refusal";
import { receiveReturn } from "./receive-return.server";
import { conditionOf, hereField, type PiecesHere, REFUND_HERE_RIGHTS } from "./refund-here";
import { fieldOf } from "./exchange-form";
import { RETURN_ACT, type ReturnStep } from "./return-acts.server";
import { startReturn } from "./returns.server";
import { settlePieces } from "./settle-return.server";
import { settleField } from "./settlement";

/** Error message when pieces cannot be taken back with their refund. */
export const IN_RETURN = "Not so many of it are with the shopper: they are in a return, or back. Settle that one.";

/** A member's refund together with the return of pieces that lie in the shop. */
export interface RefundWithGoods extends Omit<LinesToRefund, "cause"> {
  here: PiecesHere[];
}

type Inside = Parameters<typeof startReturn>[0] & Pick<Services, "sealer">;
type InTransaction = Inside & { db: Transaction };

/**
 * Refunds an order like `refundAsMember`, and takes back pieces that lie in the shop: starts, receives and settles their return
 * with this refund, in one transaction, once per form. Only the letter about the refund is sent.
 *
 * @throws {Refusal} as `refundAsMember`; `input-invalid` when more pieces lie in the shop than the shopper has outside returns,
 * or than are refunded.
 */
export async function refundHere(
  services: Inside,
  member: Member,
  form: OrderForm,
  { here, agreed, ...lines }: RefundByMember & Pick<RefundWithGoods, "here">,
  now = new Date(),
): Promise<void> {
  await requireRight(services, member, ...REFUND_HERE_RIGHTS);
  const { submission } = form;
  const wanted = { ...lines, credit: storeCreditBy(services, member, agreed, now) };
  const { reason = "" } = wanted;
  await refundByForm(services, member, form, { reason, field: actOf(agreed) }, async (inside, change) => {
    refuseBeyond({ here, ...wanted });
    const taken = await takeIn(inside, change, submission, { here, ...wanted }, now);
    const pieces = here.reduce((count, { quantity }) => count + quantity, 0);
    await logChanges(inside.db, { memberId: member.id, submission, action: actOf(agreed), reason }, [
      { kind: RETURN_ACT, record: taken.number, version: 3, field: "settled", old: null, new: `${pieces} refunded` },
    ]);
    return { cause: refundCause.ofReturn(taken.number), amount: taken.amount };
  });
}

/**
 * Starts, receives, settles and refunds the return in the caller's transaction; returns the return's number and the refund in
 * cents.
 */
async function takeIn(
  services: InTransaction,
  change: Change,
  submission: string,
  { here, ...wanted }: RefundWithGoods,
  now: Date,
): Promise<{ number: string; amount: number }> {
  const { db, jobs } = services;
  const { number: orderNumber, actor } = change;
  const requested = { ...shownOf(wanted), here, form: submission };
  let returnNumber = "";
  await changeOrder(db, change, "refund-asked", requested, async (tx, order) => {
    // Locks all variants at once, as selling does: prevents deadlocks.
    const progress = await lineProgress(tx, orderNumber);
    await locked(
      tx,
      progress.map(({ variantId }) => variantId),
    );
    returnNumber = await start({ ...services, db: tx }, { orderNumber, submission, here, actor }, now);
    const step = { number: returnNumber, actor };
    const arrived = here.map((own) => ({
      position: own.position,
      quantity: own.quantity,
      condition: conditionOf(own),
    }));
    await receiveReturn({ db: tx, jobs }, { ...step, version: 1 }, arrived, { now, isQuiet: true });
    const settled = settlePieces(tx, { jobs }, { ...step, version: 2, orderNumber }, settlementOf(here), now);
    await settled.catch(besideHere(here));
    const details = { return: returnNumber };
    await recordEvent(tx, orderNumber, "return-settled", actor, { details });

    const lines = wanted.lines.map((line) => ({ ...line, here: piecesOf(here, line.position) }));
    const cause = refundCause.ofReturn(returnNumber);
    return refundChosen(tx, { jobs }, order, change, { ...wanted, lines, cause });
  });
  const refund = await refundOfCause(db, orderNumber, refundCause.ofReturn(returnNumber));
  // The cause contains the number of this new return, so no other refund can have it.
  if (!refund) throw new Error(`The refund of the return ${returnNumber} of the order ${orderNumber} is missing.`);
  return { number: returnNumber, amount: refund.amount };
}

interface Started {
  orderNumber: string;
  submission: string;
  here: PiecesHere[];
  actor: ReturnStep["actor"];
}

/** Starts the return and returns its number. */
async function start(
  services: InTransaction,
  { orderNumber, submission, here, actor }: Started,
  now: Date,
): Promise<string> {
  const { db, settings } = services;
  const order = await orderByNumber(db, orderNumber);
  if (!order) throw new Refusal("order-unknown");
  const values = Object.fromEntries(
    here.flatMap(({ position, quantity, reason }) => [
      [fieldOf("quantity", position), String(quantity)],
      [fieldOf("reason", position), reason],
    ]),
  );
  const request = { order: orderNumber, email: order.email, round: submission, values };
  const options = { now, settings: settings(), actor, isHere: true };
  return startReturn(services, request, options).catch(besideHere(here));
}

/** Returns a handler that moves refusals of the return's steps to the field about pieces in the shop. */
const besideHere = (here: PiecesHere[]) => (error: unknown) => {
  if (!(error instanceof Refusal) || !["input-invalid", "not-returnable", "nothing-left"].includes(error.code))
    throw error;
  const wordsFor = (position: number) => error.fields[settleField("refund", position)];
  const isSettling = here.some(({ position }) => wordsFor(position) !== undefined);
  const fields = here.flatMap((own) => {
    const words = isSettling ? wordsFor(own.position) : IN_RETURN;
    return words ? [[hereField(own.position), words]] : [];
  });
  throw new Refusal("input-invalid", { fields: Object.fromEntries(fields) });
};

/** Refuses when more pieces lie in the shop than are refunded. */
function refuseBeyond({ here, lines }: Pick<RefundWithGoods, "here" | "lines">): void {
  const isBeyond = ({ position }: PiecesHere) => piecesOf(here, position) > piecesOf(lines, position);
  const fields = here.filter(isBeyond).map(({ position }) => [hereField(position), BEYOND]);
  if (fields.length > 0) throw new Refusal("input-invalid", { fields: Object.fromEntries(fields) });
}

const BEYOND = "No more can lie here than goes back: say how many pieces go back.";

const settlementOf = (here: PiecesHere[]) => ({
  words: "",
  lines: here.map(({ position, quantity, isDamaged }) => ({
    position,
    refunded: quantity,
    exchanged: 0,
    exchangeVariantId: null,
    restocked: isDamaged ? {} : { "as-new": quantity },
  })),
});
