import { createElement } from "react";
import { BackInStock, backInStockSubject } from "~/shop/catalog/back-in-stock/back-in-stock.email";
import { CheckoutReminder, checkoutReminderSubject } from "~/shop/checkout/reminders/checkout-reminder.email";
import { MessageReceived, messageReceivedSubject } from "~/shop/contact/message-received.email";
import { Welcome, welcomeSubject } from "~/shop/newsletter/welcome.email";
import { RecallLetter, recallSubject } from "~/shop/recalls/recall.email";
import { OrderReviewLetter, orderReviewSubject } from "~/shop/reviews/asking/order-review.email";
import { QuestionAnswered, questionAnsweredSubject } from "~/shop/reviews/question-answered.email";
import { letterForm, type LetterKey } from "~/shop/texts/letters/letter-forms";
import type { LetterWords } from "~/shop/texts/letters/letter-words";
import { exchangeExamples } from "./exchange-letter-examples.server";
import { type Example, type ExampleOrder, type Examples, NEWEST } from "./letter-example.server";
import { agreedExamples, orderExamples } from "./order-letter-examples.server";
import { returnExamples } from "./return-letter-examples.server";

const QUESTION = "Does it fit over a back protector?";
const RECALLED = "Its buckle can open while riding. Cut the strap and send us a picture: you get your money back.";
const ANSWER = "It does. Take your usual size.";

const otherExamples: Examples<
  | "welcome"
  | "back-in-stock"
  | "order-review"
  | "checkout-reminder"
  | "recall"
  | "question-answered"
  | "message-received"
> = {
  welcome: (words, { settings, address }) => ({
    subject: welcomeSubject(words),
    letter: createElement(Welcome, {
      words,
      settings,
      address,
      code: "RIDE7K3M9QXA",
      newest: NEWEST,
      leave: `${address}/unsubscribe`,
    }),
  }),
  "back-in-stock"(words, { order, settings, address }) {
    const line = order.lines[0];
    const product = { id: line?.product ?? "", name: line?.name ?? "" };
    const price = line?.price ?? null;
    const variant = {
      size: line?.size ?? "",
      color: line?.color ?? "",
      price,
      salePrice: null,
      image: line?.image || null,
    };
    const props = { product: { ...product, price, salePrice: null, images: [], colors: [] }, variant, words };
    return {
      subject: backInStockSubject(props),
      letter: createElement(BackInStock, { ...props, settings, address }),
    };
  },
  "order-review"(words, { order, which, settings, address }) {
    const kept = which === "one" ? order.lines.slice(0, 1) : order.lines;
    const goods = kept.map(({ product, ...line }) => ({ ...line, productId: `${product} ${line.position}` }));
    const links = { page: `${address}/order-status`, leave: `${address}/` };
    const props = { order, goods, words, settings, address, ...links };
    return { subject: orderReviewSubject(props), letter: createElement(OrderReviewLetter, props) };
  },
  "checkout-reminder"(words, { order, settings, address }) {
    const goods = order.lines.map(({ image, ...line }) => ({ ...line, image: image ?? "" }));
    const props = { goods, words, settings, address, page: `${address}/cart`, leave: `${address}/` };
    return { subject: checkoutReminderSubject(props), letter: createElement(CheckoutReminder, props) };
  },
  recall(words, { order, settings, address }) {
    const recall = { title: order.lines[0]?.name ?? "", words: RECALLED, caseNumber: "25-123" };
    const props = { order, recall, words, settings, address, page: `${address}/order-status` };
    return { subject: recallSubject(props), letter: createElement(RecallLetter, props) };
  },
  "question-answered"(words, { order, settings, address }) {
    const product = { name: order.lines[0]?.name ?? "", href: address };
    const props = { product, words };
    return {
      subject: questionAnsweredSubject(props),
      letter: createElement(QuestionAnswered, { ...props, question: QUESTION, answer: ANSWER, settings, address }),
    };
  },
  "message-received": (words, { settings, address }) => ({
    subject: messageReceivedSubject(words),
    letter: createElement(MessageReceived, { words, settings, address }),
  }),
};

const examples: Examples<LetterKey> = {
  ...orderExamples,
  ...agreedExamples,
  ...returnExamples,
  ...exchangeExamples,
  ...otherExamples,
};

/**
 * Renders an example of a letter with these texts, about an order. For a case that the letter does not have, its first case is
 * used.
 */
export function exampleLetter<K extends LetterKey>(words: LetterWords<K>, values: ExampleOrder): Example {
  const cases = Object.keys(letterForm(words.key)?.cases ?? {});
  const which = cases.includes(values.which) ? values.which : (cases[0] ?? "");
  return examples[words.key](words, { ...values, which });
}
