import { and, eq, inArray, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import type { Actor } from "../actor";
import { productsById } from "../catalog/catalog.server";
import { nameOfPair, type Product } from "../catalog/product";
import { locked, returnToStock } from "../catalog/stock.server";
import { changeOrder } from "../orders/change-order.server";
import { refundPieces, RETURNED } from "../orders/give-back.server";
import { lineProgress } from "../orders/line-progress.server";
import { type Order, statesBefore } from "../orders/order";
import { recordEvent } from "../orders/orders.server";
import { leftToSend } from "../orders/pieces";
import { stockOf } from "../orders/refund-lines.server";
import { promiseReplacement, replacementsOf } from "../orders/replacements.server";
import { cents } from "../money";
import { Refusal } from "../refusal";
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

/**
 * Notes that a return arrived: what can be sold goes back to the stock, what was paid for it goes back to the shopper. For an
 * exchange what is wanted instead is taken from the stock and waits to be sent; its money goes back when that is sold out. Safe
 * to repeat.
 *
 * @throws {Refusal} `return-unknown`; `order-state` for a refused return, or for pieces that never left; and as `changeOrder`.
 */
export async function receiveReturn(
  services: Pick<Services, "db" | "jobs">,
  number: string,
  { version, actor }: { version: number; actor: Actor },
  { refundsExchanges = false }: { refundsExchanges?: boolean } = {},
): Promise<void> {
  const { db, jobs } = services;
  const found = await returnByNumber(db, number);
  if (!found) throw new Refusal("return-unknown");
  if (found.state === "refused") throw new Refusal("order-state");
  if (found.state !== "started") return;

  const { lines, order: bought } = found;
  const products = await productsById(
    db,
    bought.lines.map(({ product }) => product),
  );
  const change = { number: found.order.number, version, actor };
  const asked = { return: number, refundsExchanges };
  await changeOrder(db, change, "return-received", asked, async (tx, order) => {
    const first = await tx
      .update(returns)
      .set({ state: "received" })
      .where(and(eq(returns.number, number), eq(returns.state, "started")))
      .returning({ number: returns.number });
    if (first.length === 0) throw new Refusal("edited-meanwhile");
    const progress = await lineProgress(tx, order.number);
    const back = await arrived(tx, order.number);
    const backOf = (position: number) => back.get(position) ?? 0;
    if (progress.some(({ position, sent }) => backOf(position) > sent)) throw new Refusal("order-state");

    const unpaid = lines.flatMap((line) => {
      const own = progress.find(({ position }) => position === line.position);
      const quantity = own ? Math.min(line.quantity, own.quantity - own.refunded.quantity) : 0;
      return quantity > 0 ? [{ ...line, quantity }] : [];
    });
    const sellable = stockOf(progress, lines.filter(isSellable));
    const wanted = refundsExchanges ? [] : unpaid.flatMap((line) => wantedInstead(line, bought, products));
    // All variants at once, as whoever sells does: so two of them never wait for each other.
    await locked(
      tx,
      [...sellable, ...wanted].map(({ variantId }) => variantId),
    );
    await returnToStock(tx, sellable, order.number, actor);
    const exchanged = new Set<number>();
    for (const pair of wanted) {
      const isThere = await promiseReplacement(tx, { ...pair, returnNumber: number, orderNumber: order.number }, actor);
      if (isThere) exchanged.add(pair.position);
    }
    const toRefund = unpaid.flatMap(({ position, quantity }) =>
      exchanged.has(position) ? [] : [{ position, quantity }],
    );
    const cause = `${RETURNED}${number}`;
    const given = await refundPieces(tx, services, order, toRefund, { cause, cameBack: true });
    const refunded = given?.refund.amount ?? 0;
    await jobs.enqueue(tx, NOTIFY_RECEIVED, { number, refunded } satisfies NotifyReceived, { key: number });

    const isAllBack = progress.every((line) => backOf(line.position) === line.sent && leftToSend(line) === 0);
    const returned = isAllBack && statesBefore("returned").includes(order.state) ? "returned" : null;
    return { to: given ? given.to : returned, details: given ? { refundId: given.refund.id, amount: refunded } : {} };
  });
}

/** The pair that a line is to be exchanged for; none when it is no exchange, or the shop does not have that pair any more. */
function wantedInstead({ position, quantity, reason, exchangeFor }: ReturnedLine, order: Order, products: Product[]) {
  const line = order.lines.find((sold) => sold.position === position);
  if (reason !== "exchange" || !line) return [];
  const product = products.find(({ id }) => id === line.product);
  const pair = product?.variants.find((variant) => nameOfPair(variant) === exchangeFor);
  return pair ? [{ position, quantity, variantId: pair.id, size: pair.size, color: pair.color }] : [];
}

/** How many pieces of each line came back so far. */
async function arrived(tx: Database, orderNumber: string): Promise<Map<number, number>> {
  const rows = await tx
    .select({ position: returnLines.position, quantity: sql<number>`sum(${returnLines.quantity})::int` })
    .from(returnLines)
    .innerJoin(returns, eq(returns.number, returnLines.returnNumber))
    .where(and(eq(returns.orderNumber, orderNumber), inArray(returns.state, ["received", "refunded"])))
    .groupBy(returnLines.position);
  return new Map(rows.map(({ position, quantity }) => [position, quantity]));
}

/** Sends the letter about a return that arrived; idempotent. */
export async function sendReceived(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  { number, refunded }: NotifyReceived,
): Promise<void> {
  const found = await returnByNumber(db, number);
  if (!found) throw new Error(`The return ${number} is missing.`);
  const { order, lines } = found;
  await db.transaction(async (tx) => {
    const once = { onceKey: `return-received-sent:${number}`, details: { return: number } };
    if (!(await recordEvent(tx, order.number, "return-received-sent", { kind: "job", name: "letters" }, once))) return;
    const exchanged = (await replacementsOf(tx, order.number)).flatMap(({ returnNumber, position }) =>
      returnNumber === number ? [position] : [],
    );
    const letter = { number, order, lines, exchanged, refunded: cents(refunded), settings: settings(), address };
    await mail.send({
      ...(await written(createElement(ReturnReceived, letter))),
      to: order.email,
      subject: returnReceivedSubject(number),
      key: `return-received ${number}`,
    });
  });
}
