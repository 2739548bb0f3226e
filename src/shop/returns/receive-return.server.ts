import { and, eq, inArray, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { written } from "~/platform/letter.server";
import type { Services } from "~/services";
import type { Actor } from "../actor";
import { takeBack } from "../catalog/stock.server";
import { changeOrder } from "../orders/change-order.server";
import { giveBackPieces, RETURNED } from "../orders/give-back.server";
import { lineProgress } from "../orders/line-progress.server";
import { statesBefore } from "../orders/order";
import { happened } from "../orders/orders.server";
import { stockOf } from "../orders/refund-lines.server";
import { cents } from "../money";
import { Refusal } from "../refusal";
import { isSellable } from "./return";
import { ReturnReceived, returnReceivedSubject } from "./return-received.email";
import { returnByNumber } from "./returns.server";
import { returnLines, returns } from "./returns.tables";

/** The job that sends the letter about a return that arrived. */
export const TELL_RECEIVED = "tell-return-received";
export interface TellReceived {
  number: string;
  /** In cents; 0 when nothing is due. */
  refunded: number;
}

/**
 * Notes that a return arrived: what can be sold goes back to the stock, what was paid for it goes back to the shopper, except for
 * an exchange, unless what is wanted instead is gone. Safe to repeat.
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

  const { lines } = found;
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

    await takeBack(tx, stockOf(progress, lines.filter(isSellable)), order.number, actor);
    const toRefund = lines.flatMap(({ position, quantity, reason }) => {
      const line = progress.find((each) => each.position === position);
      const unpaid = line ? Math.min(quantity, line.quantity - line.refunded.quantity) : 0;
      return unpaid > 0 && (reason !== "exchange" || refundsExchanges) ? [{ position, quantity: unpaid }] : [];
    });
    const cause = `${RETURNED}${number}`;
    const given = await giveBackPieces(tx, services, order, toRefund, { cause, cameBack: true });
    const refunded = given?.refund.amount ?? 0;
    await jobs.ask(tx, TELL_RECEIVED, { number, refunded } satisfies TellReceived, { key: number });

    const isAllBack = progress.every(({ position, sent }) => backOf(position) === sent);
    const returned = isAllBack && statesBefore("returned").includes(order.state) ? "returned" : null;
    return { to: given ? given.to : returned, details: given ? { refundId: given.refund.id, amount: refunded } : {} };
  });
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

/** Sends the letter about a return that arrived, once however often it is asked for. */
export async function sendReceived(
  { db, mail, settings, address }: Pick<Services, "db" | "mail" | "settings" | "address">,
  { number, refunded }: TellReceived,
): Promise<void> {
  const found = await returnByNumber(db, number);
  if (!found) throw new Error(`The return ${number} is missing.`);
  const { order, lines } = found;
  await db.transaction(async (tx) => {
    const once = { onceKey: `return-received-sent:${number}`, details: { return: number } };
    if (!(await happened(tx, order.number, "return-received-sent", { kind: "job", name: "letters" }, once))) return;
    const letter = { number, order, lines, refunded: cents(refunded), settings: settings(), address };
    await mail.send({
      ...(await written(createElement(ReturnReceived, letter))),
      to: order.email,
      subject: returnReceivedSubject(number),
      key: `return-received ${number}`,
    });
  });
}
