import { line, lines, type LetterForm, ORDER } from "./letter-form";

const needsNumber = { needs: ["orderNumber"] };
const bottom = { mayBeEmpty: true } as const;
const FOLLOW = "Follow your order";
const SEE = "See your order";

const goesBack = (why: string) =>
  `{firstName}, ${why} Banks take {refundTime} to show it. There is nothing you have to do.`;

/** Forms of letters about orders, parcels and refunds. */
export const orderLetterForms = {
  "order-confirmed": {
    name: "Order confirmed",
    when: "Once an order is paid",
    chips: { ...ORDER, email: "the shopper's e-mail address" },
    fields: {
      subject: line("Subject", "Order confirmed: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "{orderNumber}: your gear is on its way to the packing bench."),
      title: line("Title", "Order Confirmed!"),
      under: line("Under the title", "Thank you for your purchase", bottom),
      opening: lines(
        "Opening",
        "{firstName}, your payment has arrived and the order is ours to pack. Keep this number: with it and your e-mail address you can follow the order or start a return.",
      ),
      previewCards: line("Beside the subject, of gift cards only", "{orderNumber}: your gift cards leave by e-mail."),
      openingCards: lines(
        "Opening, of gift cards only",
        "{firstName}, your payment has arrived. Each gift card leaves by e-mail on the day that you chose. Keep this number: with it and your e-mail address you can follow the order.",
      ),
      closingCards: lines(
        "Closing, of gift cards only",
        "The letter has the code. What is not spent stays on the card.",
        bottom,
      ),
      smallCards: lines("Small print, of gift cards only", "Sent to {email}. {cancelNote}", {
        needs: ["email"],
        chips: { cancelNote: "the words about canceling, as long as it can be canceled" },
      }),
      closing: lines("Below the address", "Estimated delivery: {deliveryEstimate} once it has left us.", bottom),
      leavesBy: line("Where a day is promised", "It leaves us by {day}.", {
        ...bottom,
        chips: { day: "the day by which it leaves" },
      }),
      button: line("Button", FOLLOW),
      cancelNote: line("While it can be canceled", "You can cancel the order for a while on its own page.", bottom),
      small: lines(
        "Small print",
        "Sent to {email}. {cancelNote} You can return most things within {returnDays} days of delivery.",
        { needs: ["email"], chips: { cancelNote: "the words above, as long as it can be canceled" } },
      ),
    },
  },
  "parcel-shipped": {
    name: "On its way",
    when: "With each parcel that leaves",
    chips: { ...ORDER, email: "the shopper's e-mail address", carrier: "the carrier" },
    cases: {
      all: "The whole order",
      some: "A part of it",
      rest: "The rest of it",
      instead: "An exchange",
      again: "What was lost",
    },
    fields: {
      subject: line("Subject", "On its way: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "A parcel of your order {orderNumber} is with {carrier}."),
      title: line("Title", "On its way"),
      opening: lines("Opening", "{firstName}, {what} left us on {day} with {carrier}. {rest}", {
        needs: ["what", "carrier"],
        chips: {
          what: "what is in the parcel, in the words below",
          day: "the day",
          rest: "the words for what follows",
        },
      }),
      all: line("In it: all", "your order"),
      some: line("In it: a part", "part of your order"),
      theRest: line("In it: the rest", "the rest of your order"),
      instead: line("In it: an exchange", "what you wanted instead"),
      again: line("In it: what was lost", "what was lost on its way, sent again,"),
      rest: line("Where more follows", "The rest follows.", bottom),
      track: line("Button, with a tracking page", "Track the parcel"),
      button: line("Button, without one", FOLLOW),
      small: lines("Small print", "Sent to {email}. You can return most things within {returnDays} days of delivery.", {
        needs: ["email"],
      }),
    },
  },
  "order-refunded": {
    name: "Refund",
    when: "When money goes back, or an order is canceled",
    chips: { ...ORDER, amount: "the amount" },
    cases: {
      cancelled: "Canceled",
      unpaid: "Canceled, nothing paid",
      return: "A return",
      lost: "A lost parcel",
      change: "A change",
      "change-late": "A change that came too late",
      "gift-cards": "Gift cards that were not made",
      staff: "Given by a member",
      card: "Onto a gift card",
    },
    fields: {
      subject: line("Subject", "Your refund: {orderNumber}", needsNumber),
      subjectCancelled: line("Subject of a canceled order", "Order cancelled: {orderNumber}", needsNumber),
      sum: line("Under the title", "{amount} is on its way back to you", { needs: ["amount"] }),
      sumOnCard: line("Under the title, onto a gift card", "{amount} is back on a gift card", { needs: ["amount"] }),
      title: line("Title", "Refund"),
      titleCancelled: line("Title of a canceled order", "Order cancelled"),
      cancelled: lines(
        "Opening: canceled",
        goesBack("your order is cancelled. Nothing of it will be shipped, and all that you paid goes back to you."),
      ),
      unpaid: lines(
        "Opening: canceled, nothing paid",
        "{firstName}, your order is cancelled. Nothing of it will be shipped.",
      ),
      return: lines(
        "Opening: a return",
        goesBack("we have checked what came back to us, and its money goes back to you."),
      ),
      lost: lines(
        "Opening: a lost parcel",
        goesBack(
          "a parcel of your order was lost on its way, and what you paid for what was in it goes back to you. We are sorry.",
        ),
      ),
      change: lines(
        "Opening: a change",
        goesBack("your order costs less since it was changed, and the difference goes back to you."),
      ),
      changeLate: lines(
        "Opening: a change too late",
        goesBack(
          "your payment for a change of your order came after that change had ended, so all of it goes back to you. Your order stays as it was.",
        ),
      ),
      giftCards: lines(
        "Opening: gift cards that were not made",
        goesBack(
          "we sell gift cards of up to {most} to one payment card in 24 hours, and yours had bought more. So the gift cards of your order were not made, and their money goes back to you. Anything else that you ordered comes as planned.",
        ),
        { chips: { most: "what one payment card may buy of gift cards in 24 hours" } },
      ),
      staff: lines("Opening: given by a member", goesBack("money that you paid for your order goes back to you.")),
      button: line("Button", SEE),
    },
  },
  "refund-failed": {
    name: "Refund that did not go through",
    when: "When a refund that a letter announced fails at the bank",
    chips: { ...ORDER, amount: "the amount" },
    fields: {
      subject: line("Subject", "Your refund did not go through: {orderNumber}", needsNumber),
      sum: line("Under the title", "{amount} has not reached you", { needs: ["amount"] }),
      title: line("Title", "Not through yet"),
      opening: lines(
        "Opening",
        "{firstName}, {amount} was to go back to you. Your bank did not take it, as happens when a card has been replaced or an account was closed.",
      ),
      closing: lines(
        "Then",
        "The money is safe with us and still yours. We try once more, or write to you to ask which way it should take. There is nothing you have to do now.",
        bottom,
      ),
      button: line("Button", SEE),
    },
  },
  "payment-returned": {
    name: "Sold out, money goes back",
    when: "When a payment arrives after the last piece was sold, or after a gift card was spent",
    chips: { ...ORDER, amount: "the amount" },
    cases: { pieces: "Sold out", "gift-card": "A gift card had less" },
    fields: {
      subject: line("Subject", "Your payment goes back: {orderNumber}", needsNumber),
      sum: line("Under the title", "{amount} is on its way back to you", { needs: ["amount"] }),
      title: line("Title", "Sold out"),
      titleOfCard: line("Title: a gift card had less", "No order"),
      opening: lines(
        "Opening",
        "{firstName}, your payment reached us after your reservation had ended, and meanwhile the last piece went to somebody else. There is no order, and nothing will be shipped.",
      ),
      openingOfCard: lines(
        "Opening: a gift card had less",
        "{firstName}, your payment reached us after your checkout had ended, and by then less was left on the gift card that was to pay a part. There is no order, and nothing will be shipped.",
      ),
      closing: lines(
        "Then",
        "The full amount goes back the way it came. Banks take {refundTime} to show it. There is nothing you have to do.",
        bottom,
      ),
      button: line("Button", "See what is in"),
    },
  },
  "sent-again": {
    name: "Lost, sent again",
    when: "When a parcel is lost and its pieces are sent once more",
    chips: { ...ORDER, parcel: "carrier and tracking number" },
    fields: {
      subject: line("Subject", "We send it again: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "A parcel of your order {orderNumber} was lost. We send it again."),
      title: line("Title", "We send it again"),
      opening: lines(
        "Opening",
        "{firstName}, a parcel of your order was lost on its way ({parcel}). We are sorry. What you see below is packed and sent once more, and costs you nothing. You get another letter when it leaves.",
      ),
      closing: lines(
        "Below the address",
        "Should the lost parcel turn up after all, please answer this letter.",
        bottom,
      ),
      button: line("Button", FOLLOW),
    },
  },
  "order-delayed": {
    name: "A delay",
    when: "When a member tells that an order leaves later",
    chips: { ...ORDER, promised: "the day that was promised" },
    cases: {
      silent: "A new day, silence is a yes",
      asks: "A late day, an answer is needed",
      unknown: "No day is known",
    },
    fields: {
      subject: line("Subject", "Your order takes longer: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "Wait or cancel: your order {orderNumber} leaves later than we said."),
      title: line("Title", "It takes longer"),
      opening: lines(
        "Opening",
        "{firstName}, we said that your order leaves us by {promised}. We cannot keep that, and we are sorry. {outlook}\n\n{silence}",
        {
          needs: ["outlook", "silence"],
          chips: { outlook: "the new day, in the words below", silence: "what your silence means, in the words below" },
        },
      ),
      withDay: line("New day: known", "It leaves us by {newDay}.", {
        needs: ["newDay"],
        chips: { newDay: "the new day" },
      }),
      withoutDay: line("New day: not known", "We do not know yet when it can leave."),
      silent: line(
        "Silence: a yes",
        "If that is fine, there is nothing to do. If you would rather not wait, cancel what has not left yet, and what you paid for it goes back.",
      ),
      asks: line(
        "Silence: the end of the order",
        "Please tell us whether you want to wait. If we hear nothing, the order ends on {endsOn}, and what you paid for it goes back.",
        { needs: ["endsOn"], chips: { endsOn: "the day on which it ends" } },
      ),
      button: line("Button", "Wait or cancel"),
      small: lines("Small print", "Who chooses to wait can still cancel until it leaves.", bottom),
    },
  },
  "parcel-found": {
    name: "Lost, and found after all",
    when: "When a lost parcel arrives and its pieces are asked back",
    chips: { ...ORDER, parcel: "carrier and tracking number" },
    cases: { again: "Sent again meanwhile", refunded: "Refunded meanwhile", both: "Both" },
    fields: {
      subject: line("Subject", "Please send it back: {orderNumber}", needsNumber),
      preview: line("Beside the subject", "The lost parcel of your order {orderNumber} arrived after all."),
      title: line("Title", "It arrived after all"),
      opening: lines(
        "Opening",
        "{firstName}, the parcel that was lost on its way ({parcel}) has reached you after all. Meanwhile {done}, so please send back what you have got twice. Leave it unused and answer this letter: we tell you how it comes back to us, at no cost to you.",
        { needs: ["done"], chips: { done: "what was done meanwhile, in the words below" } },
      ),
      again: line("Done: sent again", "we have sent you the same things again"),
      refunded: line("Done: refunded", "what you paid for it has gone back to you"),
      both: line(
        "Done: both",
        "we have sent you some of it again, and what you paid for the rest has gone back to you",
      ),
      button: line("Button", SEE),
    },
  },
} as const satisfies Record<string, LetterForm>;
