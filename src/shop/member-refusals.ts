import { UNDO_DAYS } from "./undo-days";

/** Refusals that members get in the back office, with the messages that they read. */
export const memberRefusals = {
  "right-missing": { status: 403, text: "Your role does not allow this. Ask an owner." },
  "factor-missing": { status: 403, text: "This asks for your passkey or a code once more." },
  "person-open": {
    status: 409,
    text: "Something is still open with this person: an order, a return, a change, a refund, a dispute, or a gift card that is not sent yet. Nothing was erased. Open the page again to see what.",
  },
  "last-owner": { status: 422, text: "This is the last owner. Make somebody else an owner first." },
  "refund-disputed": {
    status: 409,
    text: "The shopper's bank disputes this payment, and the payment provider refuses to refund it until the bank has decided. Nothing was done.",
  },
  "refund-charged-back": {
    status: 409,
    text: "The shopper's bank has given this money back already, and it does not go back twice. Nothing was done.",
  },
  "ship-disputed": {
    status: 409,
    text: "The shopper's bank disputes the payment of this order, or gave it back. Nothing was sent: say that it is to be shipped all the same.",
  },
  "address-taken": { status: 422, text: "This is another member's address." },
  "account-of-another": { status: 403, text: "Only that member can change this, under My account." },
  "gift-card-closed": { status: 409, text: "This gift card is closed. Open it first." },
  "gift-card-used": {
    status: 409,
    text: "A gift card of this order was used, or an order that is being paid holds it, so its money stays on the card.",
  },
  "gift-card-went-back": {
    status: 409,
    text: "The money of this gift card went back to its buyer, so it stays closed. Give a new one instead.",
  },
  "gift-card-disputed": {
    status: 409,
    text: "The payment that bought this gift card is disputed. It can be opened once the dispute is won.",
  },
  "store-credit-disputed": {
    status: 409,
    text: "The shopper's bank asks about the payment of this order, so its money goes back by the payment provider only. Nothing was done: refund it without store credit, or wait for the bank.",
  },
  "store-credit-none": {
    status: 409,
    text: "Gift cards paid all that is left of this order, so it goes back onto them. Nothing was done: refund it without store credit.",
  },
  "gift-card-held": {
    status: 409,
    text: "An unpaid order holds a part of this gift card. Nothing was paid out. Wait until the order is paid or ended.",
  },
  "gift-card-rest-too-large": {
    status: 409,
    text: "More is left on this gift card than you pay out. Nothing was done. The limit is a setting.",
  },
  "gift-card-open": { status: 409, text: "This gift card is open already." },
  "record-unknown": { status: 404, text: "This is not there any more." },
  "sent-before": {
    status: 409,
    text: "This form was saved once before, with other values: the page shows that now. What you typed is not saved yet. Look at it, then send it again.",
  },
  "submission-foreign": { status: 409, text: "This form was sent before, about something else. Open the page again." },
  "change-unknown": { status: 404, text: "The log knows no such change." },
  "change-erased": { status: 409, text: "What it was before has been erased, so it cannot be taken back." },
  "undo-too-late": { status: 409, text: `Changes can be taken back for ${UNDO_DAYS} days. This one is older.` },
  "not-undoable": { status: 409, text: "This cannot be taken back, only answered by another step." },
  "part-of-whole": { status: 409, text: "This is taken back with all that it changed, not alone." },
  "whole-newer": {
    status: 409,
    text: "It stands otherwise by now. Open it to see how, and end it or change it there.",
  },
  "plan-overlaps": {
    status: 409,
    text: "Some of these variants are in another planned change by now. End or cancel that one first.",
  },
  "count-overlaps": {
    status: 409,
    text: "Some of these variants were counted since in another stock-take that is under way. Finish that one first.",
  },
  "made-orders-full": {
    status: 409,
    text: "50 orders made here wait for their payment, which is as many as may. End one first.",
  },
  "made-order-differs": {
    status: 409,
    text: "Prices, tax or delivery changed since this sum was shown. Nothing was made: below is what it comes to now.",
  },
  "import-changed": {
    status: 409,
    text: "How this file is read was changed since this page was opened. Nothing went in: below is what it does now.",
  },
  "import-overtaken": {
    status: 409,
    text: "Another import changed some of these goods since this page was opened. Nothing went in: below is what this file does now.",
  },
  "import-settled": {
    status: 409,
    text: "This import was put into the shop, taken back or put away since this page was opened.",
  },
  "picture-gone": {
    status: 409,
    text: "One of these pictures was deleted for good, 30 days after the last product stopped showing it.",
  },
  "last-picture": {
    status: 422,
    text: "A product on the shop needs a picture. Add another one first, or put the product away.",
  },
  "nothing-decided": {
    status: 422,
    text: "It is lost already: say how many of its pieces are sent again, or refunded.",
  },
  "order-apart": { status: 409, text: "This is a sample or a test order: it stands apart from real ones." },
  "demo-live": { status: 409, text: "This shop is live: its goods are put away one by one." },
  "demo-has-orders": {
    status: 409,
    text: "There are orders, which name the demo goods. Start for real clears test orders with them; beside real ones they are put away.",
  },
  "start-live": { status: 409, text: "This shop takes real money. Nothing was cleared." },
  "start-has-orders": { status: 409, text: "There is an order that real money paid, or may pay. Nothing was cleared." },
  "start-nothing": { status: 409, text: "There is nothing left to clear. Somebody may have done it a moment ago." },
  "start-busy": {
    status: 503,
    text: "Shoppers or members were busy all the time, so nothing was cleared. Try again in a minute.",
  },
  "copy-not-written": {
    status: 503,
    text: "The copy could not be written: the disk of the data folder may be full. Nothing was cleared.",
  },
  "letters-used-up": {
    status: 429,
    text: "So many letters were sent by hand today, to this address or by you, that no more leave. Try again tomorrow.",
  },
  "change-nothing": { status: 422, text: "Nothing is changed yet: swap, add or remove something." },
  "change-too-small": {
    status: 422,
    text: "The difference is less than a payment can be. Lower a price by it, or change nothing.",
  },
  "change-too-early": {
    status: 503,
    text: "Orders can be changed once no process of the earlier release runs any more. Try again in a minute.",
  },
  "draft-gone": {
    status: 409,
    text: "There is no draft of this any more: it went on the shop, or was discarded. Look again.",
  },
  "draft-incomplete": {
    status: 409,
    text: "Something is missing by now, so nothing went on the shop. Look again at what it is.",
  },
  "words-planned": { status: 409, text: "These words are planned for that moment already. Nothing was planned." },
  "uploads-busy": { status: 429, text: "Others are sending pictures right now. Try again in a few seconds." },
  "stock-promised": {
    status: 409,
    text: "So many pieces are not there any more: they were sold, or are held for orders. Open the variant to see for whom.",
  },
} as const;
