import { line, lines, type LetterForm, ORDER } from "./letter-form";

const needsNumber = { needs: ["orderNumber"] };
const SEE = "See your order";
const AS_IT_IS = { asItIs: "how the order stays, in the words below" };
/** Texts that name the unchanged state of an order, depending on whether it was changed before. */
const asItIs = {
  asBought: line("Stays: never changed", "exactly as you bought it"),
  asNow: line("Stays: changed before", "as it is now"),
};

/** Forms of letters about agreements between a member and a shopper: orders made for the shopper, and changes of orders. */
export const agreedLetterForms = {
  "pay-link": {
    name: "Ready to be paid",
    when: "With the link to pay an order that a member made",
    chips: { ...ORDER, total: "the sum", until: "the end of the link", email: "the e-mail address" },
    fields: {
      subject: line("Subject", "Your order is ready to be paid: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "{total} until {until}. Nothing is charged before."),
      title: line("Title", "Ready for you"),
      under: line("Under the title", "Held for you until {until}", { needs: ["until"] }),
      opening: lines(
        "Opening",
        "{firstName}, this is what we agreed. Pay it with the button below and it is yours: nothing is charged before, and prices and pieces are held for you until {until}.",
      ),
      button: line("Button", "See and pay {total}", { needs: ["total"] }),
      small: lines(
        "Small print",
        "Something is not right? Answer this letter before you pay. If you do not want it, do nothing: the link ends by itself. It is yours alone, so please do not pass it on. Sent to {email}.",
        { needs: ["email"] },
      ),
    },
  },
  "unpaid-end": {
    name: "Link has ended",
    when: "When an order that a member made ends unpaid",
    chips: ORDER,
    fields: {
      subject: line("Subject", "Not paid, so it ended: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "Nothing was charged, and nothing is held any more."),
      title: line("Title", "Your link has ended"),
      under: line("Under the title", "Nothing was charged", { mayBeEmpty: true }),
      opening: lines(
        "Opening",
        "{firstName}, the order that we put together for you was not paid, so it ended. Nothing was charged, nothing will be shipped, and its link cannot be paid any more.",
      ),
      closing: lines(
        "Then",
        "You still want it? Answer this letter, and we make it again, at the prices of that day.",
        { mayBeEmpty: true },
      ),
      button: line("Button", "See what is in"),
    },
  },
  "change-asked": {
    name: "Change to be paid",
    when: "When the difference of a change is asked for",
    chips: { ...ORDER, due: "the difference" },
    cases: { first: "The first change", later: "A later change" },
    fields: {
      subject: line("Subject", "A change to your order: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "{due} to pay for the change of your order."),
      title: line("Title", "A change to your order"),
      opening: lines(
        "Opening",
        "{firstName}, this is the change that we agreed on. Pay the difference of {due} and it is done. Until then your order stays {asItIs}.",
        { needs: ["due"], chips: AS_IT_IS },
      ),
      ...asItIs,
      button: line("Button", "See the change and pay"),
      held: line("Until when", "Held for you until {until}.", {
        needs: ["until"],
        chips: { until: "the end of the change" },
      }),
      small: lines(
        "Small print",
        "{held} If you would rather keep the order as it was, do nothing, or say so on that page: then it leaves sooner.",
        { needs: ["held"], chips: { held: "the words above" } },
      ),
    },
  },
  "order-changed": {
    name: "Order changed",
    when: "When a change is made",
    chips: { ...ORDER, amount: "the difference" },
    cases: { dearer: "It costs more", cheaper: "It costs less", same: "It costs the same" },
    fields: {
      subject: line("Subject", "Your order has changed: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "Order {orderNumber} is changed."),
      title: line("Title", "Your order has changed"),
      opening: lines(
        "Opening",
        "{firstName}, your order is changed as agreed. {outcome} There is nothing you have to do.",
        {
          needs: ["outcome"],
          chips: { outcome: "what became of the money, in the words below" },
        },
      ),
      dearer: line("It costs more", "The difference of {amount} has arrived."),
      cheaper: line("It costs less", "{amount} goes back the way you paid. Banks take {refundTime} to show it."),
      same: line("It costs the same", "It costs what it did before."),
      button: line("Button", SEE),
    },
  },
  "change-ended": {
    name: "Order stays as it was",
    when: "When a change ends and is not made",
    chips: ORDER,
    cases: { time: "Its time is over", member: "By a member", shopper: "By the shopper", goods: "Goods were gone" },
    fields: {
      subject: line("Subject", "Your order stays as it was: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "The change of order {orderNumber} is not made."),
      title: line("Title", "Your order stays as it was"),
      opening: lines("Opening", "{firstName}, {reason} Your order goes on {asItIs}.", {
        needs: ["reason"],
        chips: { reason: "why, in the words below", ...AS_IT_IS },
      }),
      ...asItIs,
      time: line("Why: its time", "the time for the change of your order is over, so it is not made."),
      member: line("Why: a member", "the change of your order is not made."),
      shopper: line("Why: the shopper", "you asked us to keep your order as it was."),
      goods: line("Why: goods", "the change of your order could not be made any more when its payment came."),
      paid: lines("Where it was paid", "What you paid for the change goes back to you in full."),
      unpaid: lines(
        "Where it was not paid",
        "Nothing was paid for the change. A payment that still arrives for it goes back to you by itself.",
      ),
      button: line("Button", SEE),
    },
  },
} as const satisfies Record<string, LetterForm>;
