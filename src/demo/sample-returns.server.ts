import { sql } from "drizzle-orm";
import type { Database } from "~/platform/database.server";
import { DAY } from "~/platform/durations";
import { cents } from "~/shop/money";
import type { OrderEventKind } from "~/shop/orders/order-event";
import { orderEvents, refundLines } from "~/shop/orders/orders.tables";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refunds } from "~/shop/payments/payments.tables";
import { returnLines, returnPieces, returns, settledLines } from "~/shop/returns/returns.tables";
import type { SampleOrder } from "./sample-orders.server";

/** Invented returns of delivered orders: state, age in days and reason. */
const RETURNS = [
  { state: "started", age: 1, reason: "too-small" },
  { state: "started", age: 2, reason: "not-as-expected" },
  { state: "received", age: 5, reason: "too-large" },
  { state: "settled", age: 16, reason: "changed-mind" },
  { state: "settled", age: 27, reason: "faulty" },
] as const;

/** Times of the steps that a return in this state has taken. */
function stepsOf(state: (typeof RETURNS)[number]["state"], at: Date) {
  if (state === "started") return {};
  const step = { approvedAt: at, answeredAt: at, receivedAt: at };
  return state === "settled" ? { ...step, settledAt: at } : step;
}

/** Events of the steps that a return in this state has taken, oldest first. */
const EVENTS: Record<(typeof RETURNS)[number]["state"], readonly OrderEventKind[]> = {
  started: ["return-started"],
  received: ["return-started", "return-received"],
  settled: ["return-started", "return-received", "return-settled"],
};

/** Invents returns of delivered orders, with their refunds. */
export async function writeSampleReturns(tx: Database, invented: SampleOrder[], now: Date): Promise<void> {
  const delivered = invented.filter(({ order }) => order.state === "delivered").toReversed();
  for (const [index, { state, age, reason }] of RETURNS.entries()) {
    const sold = delivered[5 + index * 12];
    const [line] = sold?.lines ?? [];
    if (!sold || !line) continue;
    const at = new Date(Math.max(now.getTime() - age * DAY, sold.order.paidAt.getTime() + 5 * DAY));
    const { orderNumber, position, quantity } = line;
    const number = `R${1_000_001 + index * 7919}`;
    const known = { number, orderNumber, state, requestKey: `sample ${number}`, sample: true, startedAt: at };
    await tx.insert(returns).values({ ...known, ...stepsOf(state, at) });
    await tx.insert(returnLines).values({ returnNumber: number, orderNumber, position, quantity, reason });
    const details = { return: number };
    const actor = { kind: "shopper" } as const;
    await tx.insert(orderEvents).values(
      EVENTS[state].map((kind) => ({
        orderNumber,
        kind,
        actor: kind === "return-started" ? actor : { kind: "system" as const },
        at,
        details,
      })),
    );
    if (state === "started") continue;
    const isFaulty = reason === "faulty";
    const restocked = state === "settled" && !isFaulty ? quantity : 0;
    const arrived = { condition: isFaulty ? ("damaged" as const) : ("as-new" as const), quantity, restocked };
    await tx.insert(returnPieces).values({ returnNumber: number, position, ...arrived });
    if (state === "received") continue;
    await tx.insert(settledLines).values({ returnNumber: number, position, refunded: quantity, exchanged: 0 });
    await writeRefund(tx, sold, { number, at, index });
  }
}

async function writeRefund(
  tx: Database,
  { order, lines: [line], payment }: SampleOrder,
  { number, at, index }: { number: string; at: Date; index: number },
): Promise<void> {
  if (!line) return;
  const { orderNumber, position, quantity } = line;
  const amount = cents(line.price * quantity);
  const id = `00000000-0000-4000-9000-${String(index).padStart(12, "0")}`;
  const cause = refundCause.ofReturn(number);
  await tx
    .insert(refunds)
    .values({ id, paymentId: payment.id, cause, amount, gatewayId: `sample-refund-${index}`, state: "done", at });
  await tx.insert(refundLines).values({ refundId: id, orderNumber, position, quantity, amount, calledOff: 0 });
  await tx.execute(sql`update sandbox_requests set refunded_cents = ${amount} where id = ${payment.gatewayId ?? null}`);
  const state = amount === order.total ? "refunded" : "partly-refunded";
  await tx.execute(sql`update orders set state = ${state} where number = ${orderNumber}`);
}
