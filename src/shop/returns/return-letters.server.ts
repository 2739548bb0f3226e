import { createElement, type ReactElement } from "react";
import { renderLetter } from "~/platform/render-letter.server";
import { nameOfPair } from "~/shop/catalog/product";
import { cents } from "~/shop/money";
import { type OrderLetters, sendOnce } from "~/shop/orders/letters/send-once.server";
import type { OrderEventKind } from "~/shop/orders/order-event";
import { replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundsOf } from "~/shop/payments/refunds.server";
import { ReturnLabel, returnLabelSubject } from "./return-label.email";
import { ReturnReceived, returnReceivedSubject } from "./return-received.email";
import { ReturnRefused, returnRefusedSubject } from "./return-refused.email";
import { ReturnSettled, returnSettledSubject } from "./return-settled.email";
import { ReturnStarted, returnStartedSubject } from "./return-started.email";
import { arrivedOf, returnByNumber, type WholeReturn } from "./returns.server";

/** One letter about a return: the event that records it, its key, its subject, and how it is written. */
interface ReturnLetter {
  kind: OrderEventKind & `return-${string}-sent`;
  key: string;
  subject(number: string): string;
  write(found: WholeReturn, services: OrderLetters): ReactElement | Promise<ReactElement>;
}

/** Sends a letter about a return, once however often it is called. */
const sender =
  ({ kind, key, subject, write }: ReturnLetter) =>
  async (services: OrderLetters, number: string): Promise<void> => {
    const found = await returnByNumber(services.db, number);
    if (!found) throw new Error(`The return ${number} is missing.`);
    const { order } = found;
    const event = { orderNumber: order.number, kind, onceKey: `${kind}:${number}`, details: { return: number } };
    await sendOnce(services, event, async () => ({
      ...(await renderLetter(await write(found, services))),
      to: order.email,
      subject: subject(number),
      key: `${key} ${number}`,
    }));
  };

const shared = ({ number, order }: WholeReturn, { settings, address }: OrderLetters) => ({
  number,
  order,
  settings: settings(),
  address,
});

/** How to send it, with the label where there is one. */
export const sendInstructions = sender({
  kind: "return-instructions-sent",
  key: "return-started",
  subject: returnStartedSubject,
  write: (found, services) =>
    createElement(ReturnStarted, {
      ...shared(found, services),
      lines: found.lines,
      labelUrl: found.row.labelUrl,
    }),
});

/** The label that follows the instructions. */
export const sendLabel = sender({
  kind: "return-label-sent",
  key: "return-label",
  subject: returnLabelSubject,
  write: (found, services) => createElement(ReturnLabel, { ...shared(found, services), labelUrl: found.row.labelUrl }),
});

/** That it cannot come back. */
export const sendRefused = sender({
  kind: "return-refused-sent",
  key: "return-refused",
  subject: returnRefusedSubject,
  write: (found, services) =>
    createElement(ReturnRefused, {
      ...shared(found, services),
      lines: found.lines,
      words: found.row.words,
      wasApproved: found.row.approvedAt !== null,
    }),
});

/** That it arrived, and what was in it. */
export const sendReceived = sender({
  kind: "return-received-sent",
  key: "return-received",
  subject: returnReceivedSubject,
  async write(found, services) {
    const came = await cameOf(services, found.number);
    const lines = found.lines.map(({ position, quantity }) => ({
      position,
      announced: quantity,
      came: came.get(position) ?? 0,
    }));
    return createElement(ReturnReceived, { ...shared(found, services), lines });
  },
});

/** What goes back, and what is sent instead. */
export const sendSettled = sender({
  kind: "return-settled-sent",
  key: "return-settled",
  subject: returnSettledSubject,
  async write(found, services) {
    const { number, order, row } = found;
    const came = await cameOf(services, number);
    const instead = (await replacementsOf(services.db, order.number)).filter((pair) => pair.returnNumber === number);
    const refunds = await refundsOf(services.db, order.number);
    const refunded = refunds.find(({ cause }) => cause === refundCause.ofReturn(number))?.amount ?? cents(0);
    const lines = found.lines.flatMap((line) => {
      const pair = instead.find(({ position }) => position === line.position);
      const pieces = came.get(line.position) ?? 0;
      return pieces > 0 ? [{ ...line, came: pieces, instead: pair ? nameOfPair(pair) : "" }] : [];
    });
    return createElement(ReturnSettled, { ...shared(found, services), lines, refunded, words: row.words });
  },
});

/** How many pieces of each line came. */
async function cameOf({ db }: OrderLetters, number: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { position, quantity } of await arrivedOf(db, [number]))
    counts.set(position, (counts.get(position) ?? 0) + quantity);
  return counts;
}
