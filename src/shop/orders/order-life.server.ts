import { applyChange } from "./changes/apply-change.server";
import { askForChange } from "./changes/ask-for-change.server";
import { endChangeAsMember } from "./changes/change-as-member.server";
import { makeChange } from "./changes/make-change.server";
import { endLocked, settleChange } from "./changes/settle-change.server";
import { answerDelay } from "./delays/answer-delay.server";
import { tellDelay, tellDelayAsMember } from "./delays/tell-delay.server";
import { recordDisputes } from "./disputes/record-disputes.server";
import { draftOrder } from "./drafting/draft-order.server";
import { expireDraft } from "./drafting/expire-draft.server";
import { newDraft } from "./drafting/new-draft.server";
import { withdrawDraft } from "./drafting/withdraw-draft.server";
import { endExchange } from "./exchanges/end-exchange.server";
import { reserveExchange } from "./exchanges/reserve-exchange.server";
import { refundBoughtCard } from "./gift-cards/refund-bought-card.server";
import { noteCardSent } from "./gift-cards/deliver-cards.server";
import { returnCardsBeyond } from "./gift-cards/return-cards-beyond.server";
import { sendDelay } from "./letters/delay-letters.server";
import { sendChangeLetter } from "./letters/change-letters.server";
import { sendFound, sendLost } from "./letters/lost-letters.server";
import { sendMadeEnded, sendPayLink } from "./letters/made-letters.server";
import { sendNewOrder } from "./letters/new-orders.server";
import {
  sendAgain,
  sendCancelled,
  sendConfirmation,
  sendDispute,
  sendRefundLetter,
  sendShipped,
} from "./letters/order-letters.server";
import { endMadeOrder } from "./made/made-order-acts.server";
import { makeOrder } from "./made/make-order.server";
import { requestMadePayment } from "./made/pay-made-order.server";
import { deliverParcel } from "./parcels/deliver-parcel.server";
import { loseParcel, refundLost, sendLostAgain } from "./parcels/lose-parcel.server";
import { answerFound, loseAsMember } from "./parcels/lost-acts.server";
import { packOrders } from "./parcels/many-parcels.server";
import { packOrder, unpackOrder } from "./parcels/pack-order.server";
import { refundReplacements, sendReplacements } from "./parcels/replacements.server";
import { shipParcel } from "./parcels/ship-parcel.server";
import { executeRefund, recordFailedRefund } from "./refunds/execute-refund.server";
import { recordGatewayRefunds } from "./refunds/record-gateway-refunds.server";
import { handleRefund } from "./refunds/refund-as-member.server";
import { refundChosen } from "./refunds/refund-lines.server";
import { giveStoreCredit } from "./refunds/store-credit.server";
import { handleGatewayEvent } from "./settling/handle-gateway-event.server";
import { placeWithoutDraft } from "./settling/place-without-draft.server";
import { returnOtherAmount } from "./settling/return-other-amount.server";
import { settleOrder } from "./settling/settle-order.server";
import { cancelAsShopper } from "./cancel-as-shopper.server";
import { cancelOrder } from "./cancel-order.server";
import { endReturns } from "./end-returns.server";
import { cancelAsMember, correctTracking, packAsMember, unpackAsMember } from "./order-acts.server";
import type { OrderEventKind } from "./order-event";

/** Function that an act calls, or the file of a room above, which this room may not import. */
type Source = ((...args: never[]) => unknown) | `${"returns" | "recalls" | "reviews"}/${string}.server.ts`;

/**
 * Everything that can happen with an order, and where: each kind of event in its history, with the functions that record it and
 * the acts that begin it. Read this first. A new kind of event does not compile without its row; `order-life.server.test.ts`
 * compares the rows with the code.
 */
export const orderLife = {
  // A draft, until it is paid
  drafted: [newDraft, makeOrder],
  "reservation-extended": [expireDraft],
  expired: [expireDraft, withdrawDraft],
  replaced: [draftOrder, withdrawDraft],
  "never-asked": [draftOrder, withdrawDraft],
  "called-off-unpaid": [endMadeOrder, withdrawDraft],
  "pay-link-sent": [sendPayLink],
  "pay-link-opened": [requestMadePayment],
  "unpaid-end-told": [sendMadeEnded],
  "payment-failed": [handleGatewayEvent],
  // Its payment
  paid: [settleOrder, placeWithoutDraft],
  "confirmation-sent": [sendConfirmation],
  "new-order-told": [sendNewOrder],
  // Packing and parcels
  packed: [packAsMember, packOrders, packOrder],
  unpacked: [unpackAsMember, unpackOrder, applyChange],
  "parcel-shipped": [shipParcel],
  "shipped-sent": [sendShipped],
  "tracking-corrected": [correctTracking],
  "parcel-delivered": [deliverParcel],
  "parcel-lost": [loseParcel],
  "lost-sent-again": [sendLostAgain, loseAsMember],
  "lost-told": [sendLost],
  "found-answered": [answerFound],
  "found-told": [sendFound],
  "replacement-shipped": [sendReplacements],
  "replacement-called-off": [refundReplacements],
  "gift-card-sent": [noteCardSent],
  "letter-sent-again": [sendAgain],
  // Delays
  delayed: [tellDelay, tellDelayAsMember],
  "delay-told": [sendDelay],
  "delay-answered": [answerDelay],
  // Money that goes back, and disputes
  cancelled: [cancelAsMember, cancelAsShopper, cancelOrder],
  "cancellation-sent": [sendCancelled],
  "refund-asked": [
    refundChosen,
    refundBoughtCard,
    refundLost,
    returnCardsBeyond,
    settleOrder,
    returnOtherAmount,
    settleChange,
    "returns/refund-here.server.ts",
  ],
  refunded: [executeRefund, recordGatewayRefunds, giveStoreCredit],
  "refund-failed": [executeRefund, recordFailedRefund],
  "refund-told": [sendRefundLetter],
  "refund-handled": [handleRefund],
  disputed: [recordDisputes],
  "dispute-told": [sendDispute],
  "dispute-lost": [recordDisputes],
  "dispute-won": [recordDisputes],
  // Changes of what was bought
  "change-asked": [makeChange, reserveExchange],
  "change-asked-sent": [sendChangeLetter],
  "change-opened": [askForChange],
  "order-changed": [makeChange, settleChange],
  "order-changed-sent": [sendChangeLetter],
  "change-ended": [endChangeAsMember, endLocked],
  "change-ended-sent": [sendChangeLetter],
  // Returns, which are a room above this one
  "return-started": ["returns/returns.server.ts"],
  "return-instructions-sent": ["returns/return-letters.server.ts"],
  "return-approved": ["returns/approve-return.server.ts"],
  "return-label-sent": ["returns/return-letters.server.ts"],
  "return-refused": [endReturns, "returns/approve-return.server.ts"],
  "return-refused-sent": ["returns/return-letters.server.ts"],
  "return-received": ["returns/receive-return.server.ts"],
  "return-received-sent": ["returns/return-letters.server.ts"],
  "return-recounted": ["returns/receive-return.server.ts"],
  "return-exchange-ended": [endExchange],
  "return-exchange-ended-sent": ["returns/return-letters.server.ts"],
  "return-settled": ["returns/settle-return.server.ts", "returns/refund-here.server.ts"],
  "return-settled-sent": ["returns/return-letters.server.ts"],
  // Recalls and the letter that asks for reviews, of rooms above this one, too
  "recall-told": ["recalls/send-recall.server.ts"],
  "review-asked": ["reviews/asking/send-review-letter.server.ts"],
} satisfies Record<OrderEventKind, readonly Source[]>;
