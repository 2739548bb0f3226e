import { createElement, type ReactElement } from "react";
import { NothingLeftToDo } from "~/platform/jobs.server";
import { renderLetter } from "~/platform/render-letter.server";
import type { Services } from "~/services";
import type { TellChange } from "../changes/change-jobs";
import { keptUntil } from "../exchanges/kept-until.server";
import { changeById } from "../changes/open-change.server";
import { shopperChange } from "../changes/shopper-change.server";
import type { LetterWords } from "~/shop/texts/letters/letter-words";
import { letterWords } from "~/shop/texts/letters/letter-words.server";
import { moneyBackOf } from "~/shop/payments/money-back.server";
import type { OrderEventKind } from "../order-event";
import { ExchangeAsked, ExchangeEnded, ExchangePaid, exchangeLetters } from "./exchange.email";
import {
  ChangeAsked,
  ChangeEnded,
  changeLetters,
  type ChangeLetter,
  OrderChanged,
  orderChangeSubject,
} from "./order-change.email";
import { changeLinks } from "../letter-links.server";
import { refundCause } from "../refunds/refund-cause";
import { existingOrder } from "./order-letters.server";
import { type LetterEvent, type OrderLetters, sendOnce } from "./send-once.server";

const kinds = {
  asked: "change-asked-sent",
  changed: "order-changed-sent",
  ended: "change-ended-sent",
} satisfies Record<ChangeLetter, OrderEventKind>;

type ChangeKey = (typeof changeLetters | typeof exchangeLetters)[ChangeLetter];

/**
 * Sends a letter about a change or an exchange, once; the letter that asks for the payment is sent once more for each request by
 * a member, but not if the change no longer waits for its payment.
 */
export async function sendChangeLetter(
  services: OrderLetters & Pick<Services, "sealer">,
  { changeId, letter, again }: TellChange,
): Promise<void> {
  const { db, settings, address } = services;
  const change = await changeById(db, changeId);
  if (!change) throw new NothingLeftToDo(`The change ${changeId} was cleared.`);
  const key = `${changeId}${again ? ` ${again}` : ""}`;
  const event: LetterEvent = {
    orderNumber: change.orderNumber,
    kind: kinds[letter],
    onceKey: `${kinds[letter]}:${key}`,
    details: { changeId, ...(change.returnNumber && { return: change.returnNumber }) },
  };
  await sendOnce(services, event, async () => {
    if (letter === "asked" && change.state !== "waiting") return undefined;
    const order = await existingOrder(db, change.orderNumber);
    const props = { change: await shopperChange(db, change), settings: settings(), address };
    const page = await changeLinks.address(services, changeId);
    const back = (await moneyBackOf(db, order.number)).filter(({ cause }) => cause === refundCause.ofChange(changeId));
    const outer = { to: order.email, key: `order-change-${letter}-${key.replace(" ", "-")}` };
    const kind = change.returnNumber === null ? changeLetters : exchangeLetters;
    const isHere = change.returnNumber !== null && (await keptUntil(db, change.returnNumber)) === null;
    const words = await letterWords(db, kind[letter], settings());
    return {
      ...(await renderLetter(letterElement(words, { ...props, page, isHere, back }))),
      ...outer,
      subject: orderChangeSubject(props.change, words),
    };
  });
}

type LetterProps = Omit<Parameters<typeof ChangeAsked>[0], "words"> &
  Pick<Parameters<typeof OrderChanged>[0], "back"> & { isHere: boolean };

/** React element of the letter with a key; `words` are the letter's texts. */
function letterElement({ key, ...words }: LetterWords<ChangeKey>, props: LetterProps): ReactElement {
  switch (key) {
    case "change-asked":
      return createElement(ChangeAsked, { ...props, words: { ...words, key } });
    case "order-changed":
      return createElement(OrderChanged, { ...props, words: { ...words, key } });
    case "change-ended":
      return createElement(ChangeEnded, { ...props, words: { ...words, key } });
    case "exchange-asked":
      return createElement(ExchangeAsked, { ...props, words: { ...words, key } });
    case "exchange-paid":
      return createElement(ExchangePaid, { ...props, words: { ...words, key } });
    case "exchange-ended":
      return createElement(ExchangeEnded, { ...props, words: { ...words, key } });
  }
}
