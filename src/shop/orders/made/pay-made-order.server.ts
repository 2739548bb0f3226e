import { firstName } from "~/shop/first-name";
import { and, eq, gt, isNull } from "drizzle-orm";
import { shownTotal } from "~/shop/price";
import { totalRows } from "~/shop/bag/total-rows";
import { methodOf } from "~/shop/delivery-terms.server";
import type { Services } from "~/services";
import type { Cents } from "~/shop/money";
import { memberNames } from "~/shop/members/member-names.server";
import type { PaymentMethod, PaymentRequest } from "~/shop/payments/gateway";
import { lockPayments, paymentsOf } from "~/shop/payments/order-payments.server";
import {
  cancelPayment,
  noteRecipient,
  type OrderPayment,
  newPayment,
  replacePayment,
  requestPayment,
  stopPayment,
} from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { shopper } from "~/shop/actor";
import { linkRoundOf } from "../letter-links.server";
import { type Order, type OrderLine, recipientOf } from "../order";
import { orderByNumber, recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import type { PayAsk, PayRequest, PayStanding } from "../pay-link/pay-link";
import { settleOrder } from "../settling/settle-order.server";
import { madeOrders, reducedLines } from "./made-orders.tables";

/** Data of the page to pay a made order. Reading it changes nothing, since mail scanners open links. */
export async function madeOrderAsk(
  { db, settings }: Pick<Services, "db" | "settings">,
  number: string,
  now: Date,
): Promise<PayAsk | undefined> {
  const [made] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  const order = made && (await orderByNumber(db, number));
  if (!order) return undefined;
  const reduced = await db.select().from(reducedLines).where(eq(reducedLines.orderNumber, number));
  const listed = new Map(reduced.map((line) => [line.position, line.listed]));
  const by = made.words === "" ? undefined : (await memberNames(db)).get(made.memberId);
  return {
    kind: "order",
    orderNumber: number,
    returnNumber: null,
    standing: standingOf(order, made.endsAt, now),
    endedBy: null,
    isLater: false,
    name: firstName(order.name),
    until: made.endsAt.toISOString(),
    said: made.words === "" ? null : { words: made.words, by: by?.split(" ")[0] ?? "" },
    groups: [{ title: null, lines: order.lines.map((line) => payLine(line, listed.get(line.position))) }],
    rows: totalRows(order.summary, order).filter(({ key }) => key !== "total"),
    toPay: order.summary.total,
    standingTotal: null,
    goesTo: [order.city, order.region].filter(Boolean).join(", "),
    method: methodOf({ settings }, order),
  };
}

function payLine(
  { product, name, size, color, image, quantity, price, isPresent }: OrderLine,
  listed: Cents | undefined,
): PayAsk["groups"][number]["lines"][number] {
  const line = { product, name, size, color, image, quantity, price };
  if (isPresent) return { ...line, isPresent, sum: shownTotal({ ...line, isPresent }) };
  return { ...line, sum: shownTotal(line), ...(listed !== undefined && { listed }) };
}

function standingOf({ state, paidAt }: Order, endsAt: Date, now: Date): PayStanding {
  if (paidAt) return "paid";
  return state === "awaiting-payment" && endsAt > now ? "open" : "ended";
}

/** Number of attempts if the payment keeps changing meanwhile: with four, one of two tabs at once gave up in one of 70 races. */
const TURNS = 8;

/**
 * Creates the payment request for a made order when a shopper wants to pay. All tabs get the same request. Another way of paying
 * or a link of another round, gets another request after the gateway has cancelled the first, so that two can never be paid. A request is returned only if it
 * is stored with an open draft; ending the draft later cancels it at the gateway first.
 *
 * @throws {Refusal} `order-unknown`; `pay-link-over` if the order has ended; `payment-arrived` if it is paid;
 * `payment-processing`; `gateway-unavailable`.
 */
export async function requestMadePayment(
  services: Services,
  number: string,
  method: PaymentMethod,
  now = new Date(),
): Promise<PayRequest> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const [made] = await services.db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
    const order = made && (await orderByNumber(services.db, number));
    const payment = (await paymentsOf(services.db, number))?.first;
    if (!order || !payment) throw new Refusal("order-unknown");
    const standing = standingOf(order, made.endsAt, now);
    if (standing === "paid") throw new Refusal("payment-arrived", { details: { orderNumber: number } });
    if (standing === "ended") throw new Refusal("pay-link-over");

    if (payment.method !== method || payment.linkRound !== (await linkRoundOf(services.db, number))) {
      await payOtherwise(services, payment, number, method, now);
      continue;
    }
    const request = await requestPayment(services, payment);
    await refuseUnderWay(services, request, number, now);
    if (request.status === "cancelled") {
      // The request was cancelled at the gateway, so it can no longer be paid.
      await payOtherwise(services, { ...payment, gatewayId: request.id }, number, method, now);
      continue;
    }
    if (await isAskedFor(services, number, payment.id, request.id, now)) {
      await noteOpened(services, number, now);
      await noteRecipient(services, request, recipientOf(order));
      return { paymentId: request.id, clientSecret: request.clientSecret };
    }
    // The draft ended or another tab chose another way of paying meanwhile. Nobody has received this request's secret, so stop
    // it.
    await stopPayment(services, { ...payment, gatewayId: request.id });
  }
  throw new Refusal("gateway-unavailable");
}

/**
 * Refuses to replace a request that is being paid; settles it if its payment has arrived.
 *
 * @throws {Refusal} `payment-arrived`, `payment-processing`.
 */
async function refuseUnderWay(
  services: Services,
  request: PaymentRequest | undefined,
  number: string,
  now: Date,
): Promise<void> {
  if (request?.status === "processing") throw new Refusal("payment-processing", { details: { orderNumber: number } });
  if (request?.status !== "received") return;
  await settleOrder(services, request.id, {}, now);
  throw new Refusal("payment-arrived", { details: { orderNumber: number } });
}

/** Replaces a payment that the gateway has cancelled by a new one; does nothing if another process did so first. */
async function payOtherwise(
  services: Services,
  payment: OrderPayment,
  number: string,
  method: PaymentMethod,
  now: Date,
): Promise<void> {
  await refuseUnderWay(services, await stopPayment(services, payment), number, now);
  await services.db.transaction(async (tx) => {
    await lockPayments(tx, payment);
    const [draft] = await tx
      .select({ state: orders.state, linkRound: orders.linkRound })
      .from(orders)
      .where(eq(orders.number, number))
      .for("update");
    if (draft?.state !== "awaiting-payment" || !(await cancelPayment(tx, payment))) return;
    await replacePayment(
      tx,
      payment,
      newPayment(services, { orderNumber: number, method, amount: payment.amount, linkRound: draft.linkRound }, now),
    );
  });
}

/** Whether a request is stored as that of an open draft. */
async function isAskedFor(
  { db }: Pick<Services, "db">,
  number: string,
  paymentId: string,
  requestId: string,
  now: Date,
): Promise<boolean> {
  const payment = (await paymentsOf(db, number))?.first;
  const isNoted = payment?.id === paymentId && payment.gatewayId === requestId && payment.state !== "cancelled";
  const isOpen = and(eq(orders.number, number), eq(orders.state, "awaiting-payment"), gt(orders.reservedUntil, now));
  return isNoted && (await db.$count(orders, isOpen)) > 0;
}

/** Records the first time that a shopper opened the payment by the link. */
async function noteOpened({ db }: Pick<Services, "db">, number: string, now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    const [first] = await tx
      .update(madeOrders)
      .set({ openedAt: now })
      .where(and(eq(madeOrders.orderNumber, number), isNull(madeOrders.openedAt)))
      .returning({ number: madeOrders.orderNumber });
    if (first) await recordEvent(tx, number, "pay-link-opened", shopper, { onceKey: `pay-link-opened:${number}` });
  });
}
