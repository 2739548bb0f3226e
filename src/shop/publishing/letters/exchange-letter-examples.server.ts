import { createElement } from "react";
import { byName } from "~/platform/by-name";
import { cents } from "~/shop/money";
import { ExchangeAsked, ExchangeEnded, ExchangePaid } from "~/shop/orders/letters/exchange.email";
import { orderChangeSubject } from "~/shop/orders/letters/order-change.email";
import { ReturnExchangeEnded } from "~/shop/returns/return-exchange-ended.email";
import { returnChips } from "~/shop/returns/return-letter-parts";
import type { exchangeLetterForms } from "~/shop/texts/letters/exchange-letter-forms";
import { letterSubject } from "~/shop/texts/letters/letter-words";
import { changeOf } from "./example-change.server";
import { backByCard, type ExampleOrder, type Examples } from "./letter-example.server";
import { DUE, RETURN_NUMBER, sentBack } from "./return-letter-examples.server";

/** Example of an exchange of an order's first line, without the other lines. */
const exchangeOf = (values: ExampleOrder) => ({ ...changeOf(values), returnNumber: RETURN_NUMBER, stays: [] });

/** Refunded part of a paid difference in cents, by the example's case. */
const BACK = byName<number>({ paid: DUE, part: 10_00 });

/** Examples of letters about exchanges whose goods are reserved. */
export const exchangeExamples: Examples<keyof typeof exchangeLetterForms> = {
  "exchange-asked"(words, values) {
    const { settings, address } = values;
    const change = exchangeOf(values);
    const page = `${address}/order-status`;
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(ExchangeAsked, { change, words, page, settings, address }),
    };
  },
  "exchange-paid"(words, values) {
    const { settings, address } = values;
    const change = exchangeOf(values);
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(ExchangePaid, { change, isHere: values.which === "here", words, settings, address }),
    };
  },
  "exchange-ended"(words, values) {
    const { settings, address } = values;
    const change = exchangeOf(values);
    return {
      subject: orderChangeSubject(change, words),
      letter: createElement(ExchangeEnded, { change, words, settings, address }),
    };
  },
  "return-exchange-ended"(words, { order, which, settings, address }) {
    const about = { number: RETURN_NUMBER, order };
    return {
      subject: letterSubject(words, returnChips(about)),
      letter: createElement(ReturnExchangeEnded, {
        ...about,
        lines: sentBack(order, true),
        paid: which === "unpaid" ? cents(0) : DUE,
        back: backByCard(BACK[which] ?? 0),
        words,
        settings,
        address,
      }),
    };
  },
};
