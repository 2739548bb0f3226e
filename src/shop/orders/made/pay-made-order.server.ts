import { and, eq, gt, isNull } from "drizzle-orm";
import { lineTotal } from "~/shop/bag/bag";
import { totalRows } from "~/shop/bag/total-rows";
import type { Services } from "~/services";
import { type Cents } from "~/shop/money";
import { memberNames } from "~/shop/members/member-names.server";
import type { PaymentMethod, PaymentRequest } from "~/shop/payments/gateway";
import { paymentsOf } from "~/shop/payments/order-payments.server";
import {
  cancelPayment,
  type OrderPayment,
  plannedPayment,
  replacePayment,
  requestPayment,
  stopPayment,
} from "~/shop/payments/payments.server";
import { Refusal } from "~/shop/refusal";
import { shopper } from "~/shop/actor";
import { addressLines, type Order, type OrderLine } from "../order";
import { orderByNumber, recordEvent } from "../orders.server";
import { orders } from "../orders.tables";
import type { PayAsk, PayRequest, PayStanding } from "../pay-link/pay-link";
import { settleOrder } from "../settling/settle-order.server";
import { madeOrders, reducedLines } from "./made-orders.tables";

/** Facts of the page behind the link of an order made by a member. Reads only: addresses in letters are opened by programs, too. */
export async function madeOrderAsk(
  { db }: Pick<Services, "db">,
  number: string,
  now: Date,
): Promise<PayAsk | undefined> {
  const [made] = await db.select().from(madeOrders).where(eq(madeOrders.orderNumber, number));
  const order = made && (await orderByNumber(db, number));
  if (!order) return undefined;
  const reduced = await db.select().from(reducedLines).where(eq(reducedLines.orderNumber, number));
  const listed = new Map(reduced.map((line) => [line.position, line.listed]));
  const by = made.words === "" ? undefined : (await memberNames(db)).get(made.memberId);
  const [, , place] = addressLines(order);
  return {
    kind: "order",
    orderNumber: number,
    returnNumber: null,
    standing: standingOf(order, made.endsAt, now),
    endedBy: null,
    isLater: false,
    name: order.name.split(" ")[0] ?? order.name,
    until: made.endsAt.toISOString(),
    said: made.words === "" ? null : { words: made.words, by: by?.split(" ")[0] ?? "" },
    groups: [{ title: null, lines: order.lines.map((line) => payLine(line, listed.get(line.position))) }],
    rows: totalRows(order.summary, { discountCode: order.discountCode }).filter(({ key }) => key !== "total"),
    toPay: order.summary.total,
    standingTotal: null,
    goesTo: [order.name, place].filter(Boolean).join(", "),
  };
}

function payLine(
  { product, name, size, color, image, quantity, price }: OrderLine,
  listed: Cents | undefined,
): PayAsk["groups"][number]["lines"][number] {
  const sum = lineTotal({ price, quantity });
  return { product, name, size, color, image, quantity, price, sum, ...(listed !== undefined && { listed }) };
}

function standingOf({ state, paidAt }: Order, endsAt: Date, now: Date): PayStanding {
  if (paidAt) return "paid";
  return state === "awaiting-payment" && endsAt > now ? "open" : "ended";
}

/** Turns in which a payment that changed meanwhile is asked for again. */
const TURNS = 4;

/**
 * Asks the gateway for the payment of an order that a member made, when a person wants to pay by its link. Any number of tabs get the same
 * request; another way to pay gets another one, once the gateway has cancelled the first, so that never two can be paid. What is handed out
 * is noted with a draft that is still open: whoever ends it later cancels it at the gateway first.
 *
 * @throws {Refusal} `pay-link-over` once it has ended; `payment-arrived` when it is paid; `payment-processing`; `gateway-unavailable`.
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

    if (payment.method !== method) {
      await payOtherwise(services, payment, number, method, now);
      continue;
    }
    const request = await requestPayment(services, payment);
    await refuseUnderWay(services, request, number, now);
    if (request.status === "cancelled") {
      // Cancelled at the gateway itself: nobody can pay it any more.
      await payOtherwise(services, { ...payment, gatewayId: request.id }, number, method, now);
      continue;
    }
    if (await isAskedFor(services, number, payment.id, request.id, now)) {
      await noteOpened(services, number, now);
      return { paymentId: request.id, clientSecret: request.clientSecret, billing: billingOf(order) };
    }
    // The draft ended, or another tab wants to pay otherwise, while the gateway was asked: nobody has this request's secret.
    await stopPayment(services, { ...payment, gatewayId: request.id });
  }
  throw new Refusal("gateway-unavailable");
}

/** @throws {Refusal} `payment-arrived` for a request whose money is there, which is settled; `payment-processing`. */
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

/** Puts another payment in the place of one that the gateway has cancelled; nothing where somebody was first. */
async function payOtherwise(
  services: Services,
  payment: OrderPayment,
  number: string,
  method: PaymentMethod,
  now: Date,
): Promise<void> {
  await refuseUnderWay(services, await stopPayment(services, payment), number, now);
  await services.db.transaction(async (tx) => {
    const [draft] = await tx
      .select({ state: orders.state })
      .from(orders)
      .where(eq(orders.number, number))
      .for("update");
    if (draft?.state !== "awaiting-payment" || !(await cancelPayment(tx, payment))) return;
    await replacePayment(
      tx,
      payment,
      plannedPayment(services, { orderNumber: number, method, amount: payment.amount }, now),
    );
  });
}

/** Whether a request is noted as that of a draft which is still open. */
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

/** Notes, once, that a person asked to pay by the link. */
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

/** Data of the payer, as providers take them. */
export const billingOf = ({ name, email, phone, address, city, postalCode }: Order): PayRequest["billing"] => ({
  name,
  email,
  phone,
  address: { line1: address, city, postal_code: postalCode, country: "US" },
});
