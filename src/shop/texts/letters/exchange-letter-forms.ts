import { line, lines, type LetterForm, ORDER } from "./letter-form";

const needsNumber = { needs: ["orderNumber"] };
const SEE = "See your return";

/** Forms of letters about exchanges whose goods are reserved for a shopper. */
export const exchangeLetterForms = {
  "exchange-asked": {
    name: "Exchange to be paid",
    when: "When the difference of an exchange is asked for",
    chips: { ...ORDER, due: "the difference" },
    fields: {
      subject: line("Subject", "To pay for your exchange: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "{due} to pay for your exchange."),
      title: line("Title", "To pay for your exchange"),
      opening: lines(
        "Opening",
        "{firstName}, what you want instead costs {due} more than what you send back. It is kept for you. Pay the difference, and it leaves once your parcel is here and checked.",
        { needs: ["due"] },
      ),
      button: line("Button", "See the exchange and pay"),
      held: line("Until when", "Kept for you until {until}.", {
        needs: ["until"],
        chips: { until: "until when it is kept" },
      }),
      small: lines(
        "Small print",
        "{held} If you do not pay, the exchange ends by itself and your return goes on: then you get your money back.",
        { needs: ["held"], chips: { held: "the words above" } },
      ),
    },
  },
  "exchange-paid": {
    name: "Exchange paid",
    when: "When the difference of an exchange has arrived",
    chips: { ...ORDER, amount: "the difference" },
    cases: { coming: "The parcel is on its way", here: "The parcel is here" },
    fields: {
      subject: line("Subject", "Your exchange is paid: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "The difference of your exchange has arrived."),
      title: line("Title", "Your exchange is paid"),
      opening: lines(
        "Opening",
        "{firstName}, {amount} has arrived. What you want instead is kept for you, and leaves once your parcel is here and checked. Please send it soon.",
        { needs: ["amount"] },
      ),
      openingHere: lines(
        "Opening, where the parcel is here",
        "{firstName}, {amount} has arrived. Your parcel is here, and what you want instead is kept for you: it leaves once your return is checked.",
        { needs: ["amount"] },
      ),
      button: line("Button", SEE),
    },
  },
  "exchange-ended": {
    name: "Exchange not made",
    when: "When an exchange ends before it was paid, or cannot be made",
    chips: ORDER,
    cases: { time: "Its time is over", member: "By a member", shopper: "By the shopper", goods: "Goods were gone" },
    fields: {
      subject: line("Subject", "Your exchange has ended: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "Your exchange has ended; your return goes on."),
      title: line("Title", "Your exchange has ended"),
      opening: lines(
        "Opening",
        "{firstName}, {reason} Your return goes on: what you send back is paid back to you once it is here and checked.",
        { needs: ["reason"], chips: { reason: "why, in the words below" } },
      ),
      time: line("Why: its time", "the difference of your exchange was not paid in time, so it has ended."),
      member: line("Why: a member", "your exchange is not made."),
      shopper: line("Why: the shopper", "you asked us not to make your exchange."),
      goods: line("Why: goods", "your exchange could not be made any more when its payment came."),
      paid: lines("Where it was paid", "What you paid for the exchange goes back to you in full."),
      unpaid: lines(
        "Where it was not paid",
        "Nothing was paid for the exchange. A payment that still arrives for it goes back to you by itself.",
      ),
      button: line("Button", SEE),
    },
  },
  "return-exchange-ended": {
    name: "Exchange not kept any longer",
    when: "When nothing came back in the time for which an exchange is kept",
    chips: { ...ORDER, returnNumber: "the return's number" },
    cases: {
      unpaid: "Nothing was paid",
      paid: "A difference was paid",
      part: "Part of it was given back before",
      before: "All of it was given back before",
    },
    fields: {
      subject: line("Subject", "Your exchange has ended: {returnNumber}", { needs: ["returnNumber"] }),
      preview: line("Beside the subject", "What was kept for {returnNumber} is free again."),
      title: line("Title", "Your exchange has ended"),
      opening: lines(
        "Opening",
        "{firstName}, we kept what you want instead, and your parcel has not come in that time. It is not kept any longer. {outcome}",
        { needs: ["outcome"], chips: { outcome: "what becomes of a paid difference, in the words below" } },
      ),
      paid: line(
        "A difference was paid",
        "The difference of {amount} that you paid goes back to you; banks take {refundTime} to show it.",
        { needs: ["amount"], chips: { amount: "the amount that goes back" } },
      ),
      part: line(
        "Part of it was given back before",
        "Of the difference that you paid {amount} goes back to you; banks take {refundTime} to show it. The rest was given back before.",
        { needs: ["amount"], chips: { amount: "the amount that goes back" } },
      ),
      before: line("All of it was given back before", "The difference that you paid was given back to you before."),
      closing: lines(
        "Then",
        "Is it on its way? Then it still counts. Once it is here and checked, you get what you want instead where it costs the same and is still there, else your money back.",
      ),
      button: line("Button", SEE),
    },
  },
} as const satisfies Record<string, LetterForm>;
