import { line, lines, type LetterForm, ORDER } from "./letter-form";

const RETURN = { ...ORDER, returnNumber: "the return's number" };
const needsNumber = { needs: ["returnNumber"] };
const optional = { mayBeEmpty: true } as const;
const SEE = "See your return";

/** Forms of letters about returns. */
export const returnLetterForms = {
  "return-started": {
    name: "Return started",
    when: "With the instructions for a return",
    chips: RETURN,
    cases: {
      follows: "Label follows",
      sent: "With its label",
      none: "Without a label",
      onCard: "Paid with a gift card",
      nothing: "No money goes back",
      exchange: "An exchange",
      toPay: "An exchange to pay",
      paid: "An exchange that is paid",
    },
    fields: {
      subject: line("Subject", "Your return {returnNumber}", needsNumber),
      preview: line("Beside the subject", "Write {returnNumber} on the parcel."),
      title: line("Title", "Return started"),
      opening: lines("Opening", "{firstName}, this is the number of your return. Write it on the parcel, large:"),
      pack: lines("Step 1", "1. Pack the items unworn, with their tags, in packaging that protects them."),
      print: lines("Step 2, with a label", "2. Print the {label}, and stick it on the parcel.", {
        needs: ["label"],
        chips: { label: "the link to the label" },
      }),
      labelFollows: lines(
        "Step 2, label follows",
        "2. Wait for the prepaid label. For a parcel from the United States it follows by e-mail within {replyWithin}.",
      ),
      noLabel: lines(
        "Step 2, without a label",
        "2. Send it with a carrier of your choice: there is no prepaid label for this return. Choose a service with tracking.",
      ),
      hand: lines(
        "Step 3",
        "3. Write the return number on the parcel, hand it to the carrier, and keep the receipt until {until}.",
        { chips: { until: "until when, in the words below" } },
      ),
      untilRefund: line("Until: a refund", "the refund has arrived"),
      untilHere: line("Until: no refund due", "we write that it is here"),
      time: lines("Times", "The parcel must be on its way within {returnDays} days of delivery. {outcome}", {
        needs: ["returnDays", "outcome"],
        chips: { outcome: "what comes of it, in the words below" },
      }),
      expected: line(
        "Comes of it: how much",
        "If it arrives as you describe it, this goes back: {money}. The amount is final once we have looked at it.",
        { needs: ["money"], chips: { money: "the amounts, each with where it goes" } },
      ),
      nothingDue: line("Comes of it: no money", "No money goes back for it."),
      refundDue: line("Comes of it: a refund", "The refund takes {refundTime} from the day it reaches us."),
      refundDueOnCard: line(
        "Comes of it: a refund onto a gift card",
        "What goes back onto a gift card is on it as soon as your return is checked.",
      ),
      exchangeDue: line(
        "Comes of it: an exchange",
        "What you want instead leaves, free of charge, once yours is here and checked.",
      ),
      exchangeToPay: line(
        "Comes of it: an exchange with a difference",
        "What you want instead costs {due} more than what you send back. Pay that with the link in our other letter, and it leaves once yours is here and checked.",
        { needs: ["due"], chips: { due: "the difference" } },
      ),
      exchangePaid: line(
        "Comes of it: an exchange with a paid difference",
        "What you want instead leaves once yours is here and checked: the {due} that it costs more is paid.",
        { needs: ["due"], chips: { due: "the difference" } },
      ),
      before: line("Comes of it: refunded before", "It was refunded {day}: nothing more is due.", {
        chips: { day: "the day" },
      }),
      button: line("Button", "Follow your return"),
    },
  },
  "return-label": {
    name: "Return label",
    when: "With the label of a return",
    chips: RETURN,
    fields: {
      subject: line("Subject", "The label of your return {returnNumber}", needsNumber),
      preview: line("Beside the subject", "Print it and stick it on the parcel."),
      title: line("Title", "Your label"),
      opening: lines(
        "Opening",
        "{firstName}, this is the prepaid label of your return. Print it, and stick it on the parcel.",
      ),
      button: line("Button", "Print the label"),
      small: lines(
        "Small print",
        "Write this number on the parcel, too, and keep the carrier's receipt until all is settled. Lost this letter? {orderPage} has the label, too.",
        { ...optional, chips: { orderPage: "the link to the order's page" } },
      ),
    },
  },
  "return-without-label": {
    name: "No label after all",
    when: "When a promised label does not come",
    chips: RETURN,
    fields: {
      subject: line("Subject", "The label of your return {returnNumber}", needsNumber),
      preview: line("Beside the subject", "Send it with a carrier of your choice."),
      title: line("Title", "No label for it"),
      opening: lines(
        "Opening",
        "{firstName}, there is no prepaid label for this return after all. Send the parcel with a carrier of your choice, by a service with tracking.",
      ),
      button: line("Button", SEE),
      small: lines(
        "Small print",
        "Write this number on the parcel, and keep the carrier's receipt until all is settled.",
        optional,
      ),
    },
  },
  "return-received": {
    name: "Return received",
    when: "When a return arrives",
    chips: RETURN,
    cases: { whole: "All of it", missing: "Something is missing", corrected: "Counted again" },
    fields: {
      subject: line("Subject", "Your return arrived: {returnNumber}", needsNumber),
      preview: line("Beside the subject", "Your return {returnNumber} is with us."),
      title: line("Title", "Return received"),
      opening: lines(
        "Opening",
        "{firstName}, your return has arrived. We look at it now, and write again when it is settled.",
      ),
      corrected: lines(
        "Opening, counted again",
        "{firstName}, we counted your return again: what we wrote before was not right, this is. We write again when it is settled.",
      ),
      missing: lines(
        "Where something is missing",
        "If you did send it, keep the carrier's receipt and answer this letter.",
      ),
      button: line("Button", SEE),
    },
  },
  "return-refused": {
    name: "Return refused",
    when: "When a return cannot come back",
    chips: RETURN,
    cases: { before: "Before it was approved", after: "After it was approved" },
    fields: {
      subject: line("Subject", "Your return cannot come back: {returnNumber}", needsNumber),
      preview: line("Beside the subject", "About your return {returnNumber}."),
      title: line("Title", "Return refused"),
      opening: lines("Over the member's words", "{firstName}, we cannot take this back:"),
      approved: lines(
        "Where it was approved before",
        "You had our instructions for it: please do not send it any more. If it is on its way already, answer this letter.",
      ),
      button: line("Button", SEE),
    },
  },
  "return-settled": {
    name: "Return settled",
    when: "When a return is settled",
    chips: RETURN,
    cases: {
      refunded: "A refund",
      divided: "A refund, in part onto a gift card",
      credited: "Store credit",
      exchanged: "An exchange",
      exchangedPaid: "An exchange that was paid",
      soldOut: "An exchange that sold out",
      before: "Refunded before",
      partBefore: "Partly refunded before",
      nothing: "No refund",
    },
    fields: {
      subject: line("Subject", "Your return is settled: {returnNumber}", needsNumber),
      preview: line("Beside the subject", "Your return {returnNumber} is settled."),
      title: line("Title", "Return settled"),
      opening: lines("Opening", "{firstName}, your return is checked. {outcome}", {
        needs: ["outcome"],
        chips: { outcome: "what came of it, in the words below" },
      }),
      refunded: line(
        "Came of it: a refund",
        "{amount} goes back the way it was paid; banks take {refundTime} to show it. We write again when it is on its way.",
        { needs: ["amount"], chips: { amount: "the amount" } },
      ),
      credited: line(
        "Came of it: store credit",
        "{amount} is yours as store credit, as you agreed. A letter of its own brings the gift card with its code.",
        { needs: ["amount"], chips: { amount: "the amount" } },
      ),
      before: line("Came of it: refunded before", "It was refunded {day}: nothing more is due.", {
        chips: { day: "the day" },
      }),
      partBefore: line(
        "Came of it: partly refunded before",
        "What of it was refunded before stands below; for the rest no refund is due.",
      ),
      nothing: line("Came of it: no refund", "No refund is due for it."),
      exchanged: lines(
        "Where it is exchanged",
        "What you want instead is kept for you and sent free of charge. We write again when it is on its way.",
      ),
      exchangedPaid: lines(
        "Where it is exchanged and a difference was paid",
        "What you want instead is kept for you: the {due} that it costs more is paid. We write again when it is on its way.",
        { needs: ["due"], chips: { due: "the difference" } },
      ),
      soldOut: lines(
        "Where the exchange sold out",
        "What you wanted instead has sold out meanwhile, so you get its money back.",
      ),
      button: line("Button", SEE),
    },
  },
} as const satisfies Record<string, LetterForm>;
