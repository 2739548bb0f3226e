import { and, asc, eq, like, sql } from "drizzle-orm";
import { createElement } from "react";
import type { Database } from "~/platform/database.server";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import { waysOn } from "~/shop/catalog/listing/links-to-goods.server";
import { settingsFor } from "~/shop/delivery-terms.server";
import { endPath, haveEnded, mailboxHashOf, signOf } from "~/shop/letter-endings.server";
import type { LetterKey } from "~/shop/texts/letters/letter-forms";
import { atOnce, type LetterWords } from "~/shop/texts/letters/letter-words";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import type { Services } from "~/services";
import { type Cents, cents, sum } from "~/shop/money";
import { onCardWords, type Way, wayWords } from "~/shop/payments/money-back";
import { paidParts, wayOf } from "~/shop/payments/money-back.server";
import type { Payment } from "~/shop/payments/payments.server";
import { NOTHING_LEFT, type Refund, refundsOf } from "~/shop/payments/refunds.server";
import { hasLackedCard } from "../gift-cards/lacked-card.server";
import { isAllUnmade, type Order } from "../order";
import { orderByNumber } from "../orders.server";
import { letters, orderEvents, refundLines } from "../orders.tables";
import { refundExtras } from "../refunds/refund-extras.tables";
import { deliveryLeftOf } from "../refunds/refund-pieces.server";
import { isTax, refundParts } from "../refunds/refund-parts.tables";
import { lineProgress } from "../parcels/line-progress.server";
import { orderOfParcel, parcelsOf } from "../parcels/parcels.server";
import { allLeftToSend } from "../parcels/pieces";
import { withPresentLinks } from "../letter-links.server";
import { reasonOf, refundCause, returnOf } from "../refunds/refund-cause";
import type { NotifyDispute, SendLetterAgain } from "./letter-jobs";
import { OrderConfirmed, orderConfirmedSubject } from "./order-confirmed.email";
import { OrderRefunded, orderRefundedSubject } from "./order-refunded.email";
import { ParcelShipped, parcelShippedSubject } from "./parcel-shipped.email";
import { PaymentDisputed, paymentDisputedSubject } from "./payment-disputed.email";
import { PaymentReturned, paymentReturnedSubject } from "./payment-returned.email";
import { RefundFailed, refundFailedSubject } from "./refund-failed.email";
import { type LetterEvent, type OrderLetters, sendOnce } from "./send-once.server";

/**
 * Sends the confirmation of a paid order once, and again after each correction of its e-mail address. For a cancelled order,
 * other letters are sent instead.
 */
export async function sendConfirmation(services: OrderLetters, number: string, correction?: number): Promise<void> {
  const { db, settings, address } = services;
  const again = correction ? `${number} ${correction}` : number;
  const event: LetterEvent = { orderNumber: number, kind: "confirmation-sent", onceKey: `confirmation-sent:${again}` };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    // The letter about the refund tells of gift cards that were not made.
    if (order.state === "cancelled" || isAllUnmade(order)) return undefined;
    const own = settingsFor({ settings }, order);
    const props = {
      order,
      paid: await paidParts(db, number),
      settings: own,
      address,
      words: await letterWords(db, "order-confirmed", own),
    };
    return {
      ...(await renderLetter(createElement(OrderConfirmed, props))),
      to: order.email,
      subject: orderConfirmedSubject(props),
      key: `order-confirmed-${again.replace(" ", "-")}`,
    };
  });
}

/** Way by which a refund goes, in words for its shopper. */
const meansOf = (way: Way): string =>
  way.kind !== "bank" && way.isOpen ? `${wayWords(way)}, usable at once` : wayWords(way);

/** Sends the letter about a completed refund, once. The money is refunded to the means of payment that paid the order. */
export async function sendRefundLetter(
  services: OrderLetters,
  number: string,
  refund: Refund,
  payment: Payment,
): Promise<void> {
  const { db, settings, address } = services;
  const { id, amount, cause } = refund;
  const event: LetterEvent = {
    orderNumber: number,
    kind: "refund-told",
    onceKey: `refund-told:${id}`,
    details: { refundId: id },
  };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    const way = await wayOf(db, payment);
    const props = { order, amount, by: meansOf(way), settings: settings(), address };
    const isOntoCard = way.kind !== "bank";
    const inTime = <K extends LetterKey>(words: LetterWords<K>): LetterWords<K> =>
      isOntoCard ? atOnce(words, onCardWords([{ way, amount, state: "done" }])) : words;
    if (cause === refundCause.latePayment) {
      const words = inTime(await letterWords(db, "payment-returned", settings()));
      const { "new-arrivals": newest } = await waysOn(db);
      const late = { ...props, words, newest, isOfCard: await hasLackedCard(db, number) };
      return {
        ...(await renderLetter(createElement(PaymentReturned, late))),
        to: order.email,
        subject: paymentReturnedSubject(late),
        key: `payment-returned-${id}`,
      };
    }
    const reason = reasonOf(cause);
    const [whole, linesByCause, extrasByCause, parts] = await Promise.all([
      wholeOf(db, number, refund),
      db.select().from(refundLines).where(eq(refundLines.refundId, id)).orderBy(asc(refundLines.position)),
      db.select().from(refundExtras).where(eq(refundExtras.refundId, id)).orderBy(asc(refundExtras.kind)),
      db.select().from(refundParts).where(eq(refundParts.refundId, id)),
    ]);
    // If the gateway refunded another amount than requested, the requested parts do not apply.
    const isWhole = sum([...linesByCause, ...extrasByCause].map((part) => part.amount)) === amount;
    const tax = sum(parts.flatMap(({ part, amount: own }) => (isTax(part) ? [own] : [])));
    const [lines, extras] = isWhole ? [linesByCause, extrasByCause] : [[], []];
    const words = inTime(await letterWords(db, "order-refunded", settings()));
    const told = {
      ...props,
      reason,
      isFeeKept: await isFeeKept(db, order),
      isOntoCard: way.kind !== "bank" && way.isOpen,
      paid: await paidParts(db, number),
      words,
    };
    return {
      ...(await renderLetter(createElement(OrderRefunded, { ...told, lines, extras, tax, whole }))),
      to: order.email,
      subject: orderRefundedSubject(told),
      key: `order-refunded-${id}`,
    };
  });
}

/** Whether an order has a delivery fee of which nothing went back. */
const isFeeKept = async (db: Database, { number, summary: { deliveryFee } }: Order): Promise<boolean> =>
  deliveryFee > 0 && (await deliveryLeftOf(db, number)) >= deliveryFee;

/** Amount of a refund together with what the same act refunds to other payments of its order, in cents. */
const wholeOf = async (db: Database, number: string, { id, cause }: Refund): Promise<Cents> =>
  sum(
    (await refundsOf(db, number))
      .filter((other) => other.id === id || (other.cause === cause && other.state !== "failed"))
      .map(({ amount }) => amount),
  );

/** Codes of failed refunds whose money went back at the gateway, or is the bank's to give, as the shopper has asked it to. */
const NOT_DUE: readonly string[] = [
  NOTHING_LEFT,
  "charge_already_refunded",
  "charge_disputed",
  "charge_for_pending_refund_disputed",
];

/**
 * Sends the letter which corrects an announced refund that failed, once: one that its own letter announced, or the letter about its
 * cause, such as a return. Sends nothing about a refund of which the shopper has not heard, nor about money that is not due any more.
 */
export async function sendRefundFailed(
  services: OrderLetters,
  number: string,
  { id, amount, cause, code }: Refund,
  payment: Payment,
): Promise<void> {
  const { db, settings, address } = services;
  if (code !== null && NOT_DUE.includes(code)) return;
  const event: LetterEvent = {
    orderNumber: number,
    kind: "refund-told",
    onceKey: `refund-failed-told:${id}`,
    details: { refundId: id, failed: true },
  };
  await sendOnce(services, event, async () => {
    if (!(await wasAnnounced(db, number, { id, cause }))) return undefined;
    const order = await existingOrder(db, number);
    const props = {
      order,
      amount,
      by: meansOf(await wayOf(db, payment)),
      settings: settings(),
      address,
      words: await letterWords(db, "refund-failed", settings()),
    };
    return {
      ...(await renderLetter(createElement(RefundFailed, props))),
      to: order.email,
      subject: refundFailedSubject(props),
      key: `refund-failed-${id}`,
    };
  });
}

/** Whether a letter said that this refund is made: its own, one about its return, or the one about another cause. */
async function wasAnnounced(
  db: Database,
  number: string,
  { id, cause }: Pick<Refund, "id" | "cause">,
): Promise<boolean> {
  if ((await db.$count(orderEvents, eq(orderEvents.onceKey, `refund-told:${id}`))) > 0) return true;
  const ofReturn = returnOf(cause);
  if (ofReturn === undefined) return reasonOf(cause) !== "staff";
  const about = and(
    eq(orderEvents.orderNumber, number),
    like(orderEvents.kind, "return-%-sent"),
    sql`${orderEvents.details}->>'return' = ${ofReturn}`,
  );
  return (await db.$count(orderEvents, about)) > 0;
}

/** Sends the letter about a cancelled order without a refund, once. */
export async function sendCancelled(services: OrderLetters, number: string): Promise<void> {
  const { db, settings, address } = services;
  const event: LetterEvent = { orderNumber: number, kind: "cancellation-sent", onceKey: `cancellation-sent:${number}` };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    const about = { order, amount: cents(0), reason: "cancelled" as const };
    const props = { ...about, words: await letterWords(db, "order-refunded", settings()) };
    const letter = {
      ...props,
      paid: await paidParts(db, number),
      lines: [],
      extras: [],
      settings: settings(),
      address,
    };
    return {
      ...(await renderLetter(createElement(OrderRefunded, letter))),
      to: order.email,
      subject: orderRefundedSubject(props),
      key: `order-cancelled-${number}`,
    };
  });
}

/** Sends the letter about a shipped parcel, once, and again after each correction of its tracking number. */
export async function sendShipped(services: OrderLetters, parcelId: number, correction?: number): Promise<void> {
  const { db, settings, address } = services;
  const number = await orderOfParcel(db, parcelId);
  if (!number) throw new NothingLeftToDo(`The parcel ${parcelId} was cleared.`);
  const event: LetterEvent = {
    orderNumber: number,
    kind: "shipped-sent",
    onceKey: `shipped-sent:${parcelId}${correction ? ` ${correction}` : ""}`,
    details: { parcelId },
  };
  await sendOnce(services, event, async () => {
    const order = await existingOrder(db, number);
    const all = await parcelsOf(db, number);
    const position = all.findIndex(({ id }) => id === parcelId);
    const parcel = all[position];
    if (!parcel) throw new NothingLeftToDo(`The parcel ${parcelId} was cleared.`);
    const moreFollows = position < all.length - 1 || allLeftToSend(await lineProgress(db, number)).length > 0;
    const isAgain = parcel.lines.some((line) => line.isAgain);
    const isExchange = parcel.lines.some(({ instead }) => instead);
    const part = isAgain ? "again" : isExchange ? "instead" : moreFollows ? "some" : position > 0 ? "rest" : "all";
    const props = { order, parcel, words: await letterWords(db, "parcel-shipped", settings()) };
    return {
      ...(await renderLetter(createElement(ParcelShipped, { ...props, part, settings: settings(), address }))),
      to: order.email,
      subject: parcelShippedSubject(props),
      key: `parcel-shipped-${parcelId}${correction ? `-${correction}` : ""}`,
    };
  });
}

/**
 * Sends an earlier letter again with the same text, once per form. Its links are those that open at present, since a corrected
 * e-mail address ends the earlier ones.
 */
export async function sendAgain(
  services: OrderLetters & Pick<Services, "sealer">,
  { letterId, to, submission }: SendLetterAgain,
): Promise<void> {
  const { db } = services;
  const [found] = await db
    .select({ letter: letters, details: orderEvents.details })
    .from(letters)
    .leftJoin(orderEvents, eq(orderEvents.onceKey, letters.onceKey))
    .where(eq(letters.id, letterId));
  // The letter was erased meanwhile.
  if (!found || found.letter.erasedAt) return;
  const { orderNumber, kind, subject, text, html } = found.letter;
  const ofReturn = found.details?.["return"];
  const event: LetterEvent = {
    orderNumber,
    kind: "letter-sent-again",
    onceKey: `letter-sent-again:${submission}`,
    details: { letterId, kind, ...(typeof ofReturn === "string" && { return: ofReturn }) },
  };
  await sendOnce(services, event, async () => {
    const recipient = to || (await existingOrder(db, orderNumber)).email;
    const [present, presentHtml] = [await withPresentLinks(services, text), await withPresentLinks(services, html)];
    const again = { to: recipient, subject, text: present, html: presentHtml, key: `letter-again-${submission}` };
    if (kind !== "review-asked") return again;
    const hasEnded = await haveEnded(db, "review", mailboxHashOf(signOf(services), recipient));
    return hasEnded ? undefined : { ...again, unsubscribe: services.address + endPath(services, "review", recipient) };
  });
}

/** Sends the letter to the merchant about a disputed payment, once. */
export async function sendDispute(services: OrderLetters, dispute: NotifyDispute): Promise<void> {
  const { settings, address } = services;
  const { orderNumber, disputeId, amount } = dispute;
  const event: LetterEvent = {
    orderNumber,
    kind: "dispute-told",
    onceKey: `dispute-told:${disputeId}`,
    details: { disputeId },
  };
  await sendOnce(services, event, async () => {
    // Stops if the order was deleted; a payment without an order has none to check.
    if (orderNumber) await existingOrder(services.db, orderNumber);
    const props = { dispute: { ...dispute, amount: cents(amount) }, settings: settings(), address };
    return {
      ...(await renderLetter(createElement(PaymentDisputed, props))),
      to: settings().supportEmail,
      subject: paymentDisputedSubject(dispute),
      key: `payment-disputed-${disputeId}`,
    };
  });
}

/**
 * Reads the order of a letter.
 *
 * @throws {NothingLeftToDo} if "start for real" deleted the order.
 */
export async function existingOrder(db: Database, number: string): Promise<Order> {
  const order = await orderByNumber(db, number);
  if (!order) throw new NothingLeftToDo(`The order ${number} was cleared.`);
  return order;
}
