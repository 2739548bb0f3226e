import { agreedLetterForms } from "./agreed-letter-forms";
import { exchangeLetterForms } from "./exchange-letter-forms";
import { type LetterForm, line, lines, ORDER } from "./letter-form";
import { orderLetterForms } from "./order-letter-forms";
import { returnLetterForms } from "./return-letter-forms";

const optional = { mayBeEmpty: true } as const;

const otherLetterForms = {
  welcome: {
    name: "Newsletter welcome",
    when: "With the code of a new subscriber",
    chips: {},
    fields: {
      subject: line("Subject", "Your {newsletterPercent}% code is inside"),
      preview: line("Beside the subject", "{newsletterPercent}% off your next order: one code, one time."),
      title: line("Title", "{newsletterPercent}% off", { needs: ["newsletterPercent"] }),
      under: line("Under the title", "Your next order", optional),
      opening: lines(
        "Over the code",
        "You are on the list. Expect new gear and ride dates, and nothing else. Here is the code we promised:",
      ),
      closing: lines(
        "Under the code",
        "Enter it under DISCOUNTS in your bag. It takes {newsletterPercent}% off the order value, works once, and only together with this e-mail address.",
        { needs: ["newsletterPercent"] },
      ),
      button: line("Button", "See what is new"),
      small: lines("Small print", "One discount code an order. It cannot be combined with another one.", optional),
    },
  },
  "back-in-stock": {
    name: "Back in stock",
    when: "When something that a shopper waits for is back",
    chips: { product: "the product" },
    fields: {
      subject: line("Subject", "Back on the rack: {product}", { needs: ["product"] }),
      preview: line("Beside the subject", "{product} can be had again."),
      title: line("Title", "Back on the rack"),
      opening: lines(
        "Opening",
        "You asked us to write when this is back. It is. None is kept aside: first come, first served.",
      ),
      button: line("Button", "See it"),
      small: lines(
        "Small print",
        "This was the only letter about it. Your address is on no list because of it.",
        optional,
      ),
    },
  },
  "order-review": {
    name: "Review asked for",
    when: "Some days after delivery, about what was kept, once an order; off until it is switched on in the settings",
    chips: ORDER,
    cases: { several: "Several products", one: "One product" },
    fields: {
      subject: line("Subject", "How is it? {orderNumber}"),
      preview: line("Beside the subject", "A few words help the next rider choose."),
      title: line("Title", "How is it?"),
      opening: lines(
        "Opening",
        "{firstName}, you have had {goods} for a while now. How does it ride? Good or bad, other riders would like to know: stars, fit and a few words are enough, and you need no account.",
        { needs: ["goods"], chips: { goods: "what was kept, in the words below" } },
      ),
      several: line("What was kept: several products", "your gear"),
      one: line("What was kept: one product", "your {product}", {
        needs: ["product"],
        chips: { product: "the product" },
      }),
      button: line("Button", "Write a review"),
      small: lines(
        "Small print",
        "Everybody who buys from us gets this letter, once an order. Something is wrong with it? Answer this letter, and we will help.",
        optional,
      ),
    },
  },
  "checkout-reminder": {
    name: "Unfinished checkout",
    when: "Some hours after a checkout whose box for a reminder was ticked; off until it is switched on in the settings",
    chips: {},
    fields: {
      subject: line("Subject", "Your bag is still packed"),
      preview: line("Beside the subject", "You asked us to remind you."),
      title: line("Title", "Still packed"),
      opening: lines(
        "Opening",
        "You left our checkout before the end, and asked for a reminder. This is what was in your bag. None of it is kept aside.",
      ),
      button: line("Button", "Bring back my bag"),
      small: lines(
        "Small print",
        "This is the only letter about it. The button works on any device, and brings the goods alone.",
        optional,
      ),
    },
  },
  recall: {
    name: "Recall",
    when: "To everybody who has recalled goods; what is wrong and what to do is written with each recall",
    chips: { ...ORDER, goods: "the recalled goods", caseNumber: "the number of the case" },
    fields: {
      subject: line("Subject", "Recall: please stop using {goods}", { needs: ["goods"] }),
      preview: line("Beside the subject", "You bought it from us. Please read this now."),
      title: line("Title", "Recall"),
      opening: lines("Over the words of the recall", "{firstName}, please stop using {goods} that you have from us.", {
        needs: ["goods"],
      }),
      button: line("Button", "I have stopped using it"),
      small: lines("Small print", "Case {caseNumber}. If you gave it to somebody else, please pass this letter on.", {
        needs: ["caseNumber"],
      }),
    },
  },
  "question-answered": {
    name: "Question answered",
    when: "When a question about a product is answered",
    chips: { product: "the product" },
    fields: {
      subject: line("Subject", "Your question about {product}", { needs: ["product"] }),
      preview: line("Beside the subject", "{shopName} has answered you."),
      title: line("Title", "You asked, we answer"),
      button: line("Button", "See it on the shop"),
      small: lines(
        "Small print",
        "You get this one letter because you left this address with your question. It is used for nothing else.",
        optional,
      ),
    },
  },
  "message-received": {
    name: "Message received",
    when: "When somebody has written to the shop",
    chips: {},
    fields: {
      subject: line("Subject", "We have your message"),
      preview: line("Beside the subject", "A person answers within {replyWithin}."),
      title: line("Title", "Message received"),
      under: line("Under the title", "An answer follows within {replyWithin}", optional),
      opening: lines(
        "Opening",
        "Thank you for writing. One of us reads every message and answers it, within {replyWithin}. Our desk is open {supportHours}.",
      ),
      button: line("Button", "Read the FAQ meanwhile"),
      small: lines(
        "Small print",
        "You get this letter because this address was given in our contact form. If that was not you, there is nothing to do.",
        optional,
      ),
    },
  },
} as const satisfies Record<string, LetterForm>;

/** Forms of all letters to shoppers whose texts members can change, in the order of the list. */
export const letterForms = {
  ...orderLetterForms,
  ...agreedLetterForms,
  ...returnLetterForms,
  ...exchangeLetterForms,
  ...otherLetterForms,
};

export type LetterKey = keyof typeof letterForms;
/** Names of the texts of a letter. */
export type LetterFieldName<K extends LetterKey> = keyof (typeof letterForms)[K]["fields"] & string;

export const letterKeys = Object.keys(letterForms) as LetterKey[];

/** Form of a letter; undefined for an unknown key. */
export const letterForm = (key: string): LetterForm | undefined =>
  Object.hasOwn(letterForms, key) ? letterForms[key as LetterKey] : undefined;

/** Delivered texts of a letter, by field. */
export const deliveredWords = ({ fields }: LetterForm): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.delivered]));

/** Chips of a letter with example values, without those for settings. */
export const chipWords = ({ chips, fields }: LetterForm): { name: string; value: string }[] =>
  Object.entries(
    Object.assign({}, chips, ...Object.values(fields).map((field) => field.chips)) as Record<string, string>,
  ).map(([name, value]) => ({ name, value }));
