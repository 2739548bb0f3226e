import { and, eq, inArray, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database, Transaction } from "~/platform/database.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import type { Actor } from "~/shop/actor";
import { productsById } from "~/shop/catalog/catalog.server";
import type { Product } from "~/shop/catalog/product";
import { locked, returnToStock } from "~/shop/catalog/stock.server";
import { changeOrder } from "~/shop/orders/change-order.server";
import { type OrderLetters, sendOnce } from "~/shop/orders/letters/send-once.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundPieces } from "~/shop/orders/refunds/refund-pieces.server";
import { lineProgress } from "~/shop/orders/parcels/line-progress.server";
import { type Order, statesBefore } from "~/shop/orders/order";
import { leftToSend, type LineProgress } from "~/shop/orders/parcels/pieces";
import { stockOf } from "~/shop/orders/refunds/refund-lines.server";
import { promiseReplacement, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { cents } from "~/shop/money";
import { Refusal } from "~/shop/refusal";
import { isSellable, type ReturnedLine } from "./return";
import { ReturnReceived, returnReceivedSubject } from "./return-received.email";
import { returnByNumber } from "./returns.server";
import { returnLines, returns } from "./returns.tables";

/** The job that sends the letter about a return that arrived. */
export const NOTIFY_RECEIVED = "tell-return-received";
export interface NotifyReceived {
  number: string;
  /** In cents; 0 when nothing is due. */
  refunded: number;
}

interface ReceiveOptions {
  /** Whether what was to be exchanged is refunded instead. */
  refundsExchanges?: boolean;
}

/**
 * Records that a return arrived: sellable pieces are restocked, what was paid is refunded. For an exchange the wanted pair is taken
 * from the stock and waits to be sent; it is refunded when that pair is sold out. Idempotent.
 *
 * @throws {Refusal} `return-unknown`; `order-state` for a refused return, or for pieces that were never shipped; and as
 *   `changeOrder`.
 */
export async function receiveReturn(
  services: Pick<Services, "db" | "jobs">,
  number: string,
  { version, actor }: { version: number; actor: Actor },
  { refundsExchanges = false }: ReceiveOptions = {},
): Promise<void> {
  const { db } = services;
  const found = await returnByNumber(db, number);
  if (!found) throw new Refusal("return-unknown");
  if (found.state === "refused") throw new Refusal("order-state");
  if (found.state !== "started") return;

  const { lines, order: bought } = found;
  const ids = bought.lines.map(({ product }) => product);
  const products = await productsById(db, ids);
  const change = { number: bought.number, version, actor };
  const requested = { return: number, refundsExchanges };
  await changeOrder(db, change, "return-received", requested, async (tx, order) => {
    const progress = await markReceived(tx, number, order.number);
    const unrefunded = lines.flatMap((line) => {
      const own = progress.find(({ position }) => position === line.position);
      const quantity = own ? Math.min(line.quantity, own.quantity - own.refunded.quantity) : 0;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    const restocked = stockOf(progress, lines.filter(isSellable));
    const wanted = refundsExchanges ? [] : unrefunded.flatMap((line) => wantedInstead(line, bought, products));
    const exchanged = await moveStock(tx, { number, orderNumber: order.number, restocked, wanted }, actor);
    const toRefund = unrefunded.flatMap(({ position, quantity }) =>
      exchanged.has(position) ? [] : [{ position, quantity }],
    );
    const refunded = await refundPieces(tx, services, order, toRefund, {
      cause: refundCause.ofReturn(number),
      isReturned: true,
    });
    const amount = refunded?.refund.amount ?? 0;
    const notification: NotifyReceived = { number, refunded: amount };
    await services.jobs.enqueue(tx, NOTIFY_RECEIVED, notification, { key: number });

    if (refunded) return { to: refunded.to, details: { refundId: refunded.refund.id, amount } };
    const isAllBack = progress.every((line) => line.returned === line.sent && leftToSend(line) === 0);
    return { to: isAllBack && statesBefore("returned").includes(order.state) ? "returned" : null, details: {} };
  });
}

/** Marks a return as received. The answer is the order's lines, each with how many of its pieces came back by now. */
async function markReceived(
  tx: Transaction,
  number: string,
  orderNumber: string,
): Promise<(LineProgress & { returned: number })[]> {
  const first = await tx
    .update(returns)
    .set({ state: "received" })
    .where(and(eq(returns.number, number), eq(returns.state, "started")))
    .returning({ number: returns.number });
  if (first.length === 0) throw new Refusal("edited-meanwhile");
  const returned = await returnedPieces(tx, orderNumber);
  const progress = (await lineProgress(tx, orderNumber)).map((line) => ({
    ...line,
    returned: returned.get(line.position) ?? 0,
  }));
  if (progress.some((line) => line.returned > line.sent)) throw new Refusal("order-state");
  return progress;
}

/** Restocks what came back and takes what is wanted in exchange. The answer is the positions of the lines that are exchanged. */
async function moveStock(
  tx: Transaction,
  {
    number,
    orderNumber,
    restocked,
    wanted,
  }: {
    number: string;
    orderNumber: string;
    restocked: { variantId: number; quantity: number }[];
    wanted: ReturnType<typeof wantedInstead>;
  },
  actor: Actor,
): Promise<Set<number>> {
  // All variants are locked at once, as in selling: no deadlock.
  await locked(
    tx,
    [...restocked, ...wanted].map(({ variantId }) => variantId),
  );
  await returnToStock(tx, restocked, orderNumber, actor);
  const exchanged = new Set<number>();
  for (const pair of wanted) {
    const isInStock = await promiseReplacement(tx, { ...pair, returnNumber: number, orderNumber }, actor);
    if (isInStock) exchanged.add(pair.position);
  }
  return exchanged;
}

/** The pair that a line is to be exchanged for; none when it is no exchange, or the shop does not have that pair any more. */
function wantedInstead(returned: ReturnedLine, order: Order, products: Product[]) {
  const { position, quantity, reason, exchangeVariantId } = returned;
  const line = order.lines.find((sold) => sold.position === position);
  if (reason !== "exchange" || !line) return [];
  const product = products.find(({ id }) => id === line.product);
  const pair = product?.variants.find((variant) => variant.id === exchangeVariantId);
  return pair ? [{ position, quantity, variantId: pair.id, size: pair.size, color: pair.color }] : [];
}

/** How many pieces of each line came back so far. */
async function returnedPieces(tx: Database, orderNumber: string): Promise<Map<number, number>> {
  const rows = await tx
    .select({ position: returnLines.position, quantity: sql<number>`sum(${returnLines.quantity})::int` })
    .from(returnLines)
    .innerJoin(returns, eq(returns.number, returnLines.returnNumber))
    .where(and(eq(returns.orderNumber, orderNumber), inArray(returns.state, ["received", "refunded"])))
    .groupBy(returnLines.position);
  return new Map(rows.map(({ position, quantity }) => [position, quantity]));
}

/** Sends the letter about a return that arrived; idempotent. */
export async function sendReceived(services: OrderLetters, { number, refunded }: NotifyReceived): Promise<void> {
  const { db, settings, address } = services;
  const found = await returnByNumber(db, number);
  if (!found) throw new Error(`The return ${number} is missing.`);
  const { order, lines } = found;
  const once = { onceKey: `return-received-sent:${number}`, details: { return: number } };
  await sendOnce(services, { orderNumber: order.number, kind: "return-received-sent", ...once }, async () => {
    const exchanged = (await replacementsOf(db, order.number)).flatMap(({ returnNumber, position }) =>
      returnNumber === number ? [position] : [],
    );
    const letter = { number, order, lines, exchanged, refunded: cents(refunded), settings: settings(), address };
    return {
      ...(await renderLetter(createElement(ReturnReceived, letter))),
      to: order.email,
      subject: returnReceivedSubject(number),
      key: `return-received ${number}`,
    };
  });
}
