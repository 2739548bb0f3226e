import { createElement, type ReactElement } from "react";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import type { LetterKey } from "~/shop/texts/letters/letter-forms";
import { letterSubject, type LetterWords } from "~/shop/texts/letters/letter-words";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { cents, sum } from "~/shop/money";
import { moneyBackOf } from "~/shop/payments/money-back.server";
import { backOfExchange } from "~/shop/orders/exchanges/exchange-money.server";
import { exchangeToPay } from "~/shop/orders/changes/open-change.server";
import { type OrderLetters, sendOnce } from "~/shop/orders/letters/send-once.server";
import type { OrderEventKind } from "~/shop/orders/order-event";
import { nameOfInstead, replacementsOf } from "~/shop/orders/parcels/replacements.server";
import { isExchange } from "~/shop/orders/parcels/pieces";
import { refundCause } from "~/shop/orders/refunds/refund-cause";
import { refundByCause } from "~/shop/orders/refunds/refund-parts.server";
import { ReturnExchangeEnded } from "./return-exchange-ended.email";
import { NoReturnLabel, ReturnLabel } from "./return-label.email";
import { ReturnReceived } from "./return-received.email";
import { ReturnRefused } from "./return-refused.email";
import { ReturnSettled } from "./return-settled.email";
import { ReturnStarted } from "./return-started.email";
import { alreadyRefunded, refundDays } from "./refunded-before";
import { refundedBeforeByLine } from "./refunded-before.server";
import { labelStateOf } from "./label-file.server";
import { labelOf } from "./return-label-state";
import { returnChips } from "./return-letter-parts";
import { arrivedOf, returnByNumber, type WholeReturn } from "./returns.server";
import { usualBack } from "./usual-back.server";

type ReturnLetters = OrderLetters & Pick<Services, "sealer">;

/** Definition of a letter about a return: the event that records it, its key, its text key, and its content. */
interface ReturnLetter<K extends LetterKey> {
  kind: OrderEventKind & `return-${string}-sent`;
  /** Distinguishes several letters of one kind about a return; missing for kinds that are sent once. */
  which?(found: WholeReturn): string;
  key: string;
  /** Beginning of the subject when the letter is sent again after a correction; missing if the letter itself is unchanged. */
  again?: string;
  /** True for instructions on how to send goods back, which are not sent once the return is refused. */
  isHowTo?: boolean;
  letter(found: WholeReturn): K;
  write(
    found: WholeReturn,
    services: ReturnLetters,
    words: LetterWords<K>,
    isCorrected: boolean,
  ): ReactElement | Promise<ReactElement>;
}

/** Makes a function that sends a letter about a return once, and again after each correction. */
const sender =
  <K extends LetterKey>({ kind, key, letter, write, again = "", which = () => "", isHowTo = false }: ReturnLetter<K>) =>
  async (services: ReturnLetters, number: string, correction?: number): Promise<void> => {
    const found = await returnByNumber(services.db, number);
    if (!found) throw new NothingLeftToDo(`The return ${number} was cleared.`);
    if (isHowTo && found.row.state === "refused") throw new NothingLeftToDo(`The return ${number} was refused.`);
    const { order } = found;
    const of = `${number}${which(found)}${correction ? ` ${correction}` : ""}`;
    const event = { orderNumber: order.number, kind, onceKey: `${kind}:${of}`, details: { return: number } };
    await sendOnce(services, event, async () => {
      const words = await letterWords(services.db, letter(found), services.settings());
      return {
        ...(await renderLetter(await write(found, services, words, correction !== undefined))),
        to: order.email,
        subject: `${correction ? again : ""}${letterSubject(words, returnChips({ number, order }))}`,
        key: `${key} ${of}`,
      };
    });
  };

/** Sentences about lines that were refunded before, by position, and whether these refunds cover all pieces. */
async function refundedWords({ db, settings }: OrderLetters, found: WholeReturn, pieces: Map<number, number>) {
  const { timeZone } = settings();
  const before = await refundedBeforeByLine(db, found);
  const counted = [...pieces].filter(([, quantity]) => quantity > 0);
  const isAll =
    counted.length > 0 && counted.every(([position, quantity]) => (before.get(position)?.quantity ?? 0) >= quantity);
  const refunded = new Map(
    counted.flatMap(([position, quantity]) => {
      const own = before.get(position);
      return own ? [[position, alreadyRefunded(own, quantity, timeZone)] as const] : [];
    }),
  );
  const all = [...before.values()].flatMap(({ refunds }) => refunds);
  return { refunded, isAll, days: refundDays(all, timeZone) };
}

const announcedOf = ({ lines }: WholeReturn) => new Map(lines.map(({ position, quantity }) => [position, quantity]));

const shared = ({ number, order }: WholeReturn, { settings, address }: OrderLetters) => ({
  number,
  order,
  settings: settings(),
  address,
});

/** Sends the instructions, with the label if there is one. */
export const sendInstructions = sender({
  kind: "return-instructions-sent",
  key: "return-started",
  isHowTo: true,
  letter: () => "return-started",
  async write(found, services, words) {
    const { refunded, isAll, days } = await refundedWords(services, found, announcedOf(found));
    const change = await exchangeToPay(services.db, found.number);
    return createElement(ReturnStarted, {
      ...shared(found, services),
      lines: found.lines.map((line) => ({ ...line, refunded: refunded.get(line.position) ?? "" })),
      refundedBefore: isAll ? days : "",
      difference: change ? { due: change.difference, isPaid: change.state === "applied" } : null,
      words,
      back: await usualBack(services.db, { returnNumber: found.number, orderNumber: found.order.number }),
      label: await labelStateOf(services, found.row),
    });
  },
});

/** Sends the label that the instructions lacked, or the letter that there is none. */
export const sendLabel = sender({
  kind: "return-label-sent",
  key: "return-label",
  isHowTo: true,
  which: ({ row }) => (row.labelUrl === "" ? " none" : ""),
  letter: ({ row }) => (labelOf(row).state === "sent" ? "return-label" : "return-without-label"),
  async write(found, services, words) {
    const label = await labelStateOf(services, found.row);
    const about = shared(found, services);
    return label.state === "sent"
      ? createElement(ReturnLabel, { ...about, url: label.url, words: { ...words, key: "return-label" } })
      : createElement(NoReturnLabel, { ...about, words: { ...words, key: "return-without-label" } });
  },
});

/** Sends the letter that a return is refused. */
export const sendRefused = sender({
  kind: "return-refused-sent",
  key: "return-refused",
  letter: () => "return-refused",
  write: (found, services, words) =>
    createElement(ReturnRefused, {
      ...shared(found, services),
      lines: found.lines,
      words,
      written: found.row.words,
      wasApproved: found.row.approvedAt !== null,
    }),
});

/** Sends the letter that a return arrived, with its contents. */
export const sendReceived = sender({
  kind: "return-received-sent",
  key: "return-received",
  again: "Corrected: ",
  letter: () => "return-received",
  async write(found, services, words, isCorrected) {
    const came = await cameOf(services, found.number);
    const { refunded } = await refundedWords(services, found, came);
    const lines = found.lines.map(({ position, quantity }) => ({
      position,
      announced: quantity,
      came: came.get(position) ?? 0,
      refunded: refunded.get(position) ?? "",
    }));
    return createElement(ReturnReceived, { ...shared(found, services), lines, words, isCorrected });
  },
});

/** Sends the letter that goods for an exchange are no longer reserved. */
export const sendExchangeEnded = sender({
  kind: "return-exchange-ended-sent",
  key: "return-exchange-ended",
  letter: () => "return-exchange-ended",
  async write(found, services, words) {
    const { number, order } = found;
    const ended = (await replacementsOf(services.db, order.number)).filter(
      ({ returnNumber, state }) => returnNumber === number && state === "ended",
    );
    return createElement(ReturnExchangeEnded, {
      ...shared(found, services),
      lines: found.lines.filter(({ exchangeFor }) => exchangeFor !== ""),
      paid: sum(ended.map(({ paidAt, difference }) => cents(paidAt ? difference : 0))),
      back: await backOfExchange(services.db, number, order.number),
      words,
    });
  },
});

/** Sends the letter about the settlement: refund and replacements. */
export const sendSettled = sender({
  kind: "return-settled-sent",
  key: "return-settled",
  letter: () => "return-settled",
  async write(found, services, words) {
    const { number, order, row } = found;
    const came = await cameOf(services, number);
    const instead = (await replacementsOf(services.db, order.number)).filter(
      (each) => each.returnNumber === number && isExchange(each),
    );
    const refund = await refundByCause(services.db, order.number, refundCause.ofReturn(number));
    const before = await refundedBeforeByLine(services.db, found);
    const { isAll, days } = await refundedWords(services, found, came);
    const { timeZone } = services.settings();
    const lines = found.lines.flatMap((line) => {
      const replacement = instead.find(({ position }) => position === line.position);
      const pieces = came.get(line.position) ?? 0;
      const given = refund?.lines.find(({ position }) => position === line.position);
      const of = before.get(line.position);
      if (pieces === 0) return [];
      const lowered =
        given && given.withheld > 0 ? { given: given.amount, paid: cents(given.amount + given.withheld) } : null;
      const refundedOn = of ? refundDays(of.refunds, timeZone) : "";
      return [{ ...line, came: pieces, instead: replacement ? nameOfInstead(replacement) : "", lowered, refundedOn }];
    });
    return createElement(ReturnSettled, {
      ...shared(found, services),
      lines,
      back: (await moneyBackOf(services.db, order.number)).filter(
        ({ cause }) => cause === refundCause.ofReturn(number),
      ),
      delivery: refund?.delivery ?? cents(0),
      less: sum(instead.map(({ difference }) => cents(Math.max(0, -difference)))),
      more: sum(instead.map(({ difference, paidAt }) => cents(paidAt ? difference : 0))),
      refundedBefore: isAll ? days : "",
      words,
      written: row.words,
    });
  },
});

/** Number of received pieces by line position. */
async function cameOf({ db }: OrderLetters, number: string): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { position, quantity } of await arrivedOf(db, [number]))
    counts.set(position, (counts.get(position) ?? 0) + quantity);
  return counts;
}
