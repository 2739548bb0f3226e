import { byName } from "~/platform/by-name";

/** Kinds of jobs: Health and Today report failed letters, payment tasks, and all other tasks (`house`) separately. */
export type JobKind = "letter" | "money" | "house";

interface JobWords {
  kind: JobKind;
  /** Name of a single job of the queue. */
  name: string;
}

/** Names and kinds of all queues of the shop, by the queue's stored name. */
export const jobWords = byName<JobWords>({
  "acknowledge-message": { kind: "letter", name: "Letter: your message has arrived" },
  "confirm-order": { kind: "letter", name: "Letter: order confirmed" },
  "forward-message": { kind: "letter", name: "Letter: a message, forwarded to you" },
  "instruct-return": { kind: "letter", name: "Letter: how to send it back" },
  "send-letter-again": { kind: "letter", name: "Letter: one that is sent again" },
  "mail-question-answer": { kind: "letter", name: "Letter: your question is answered" },
  "send-message-answer": { kind: "letter", name: "Letter: your answer to a message" },
  "tell-back-in-stock": { kind: "letter", name: "Letter: back in stock" },
  "send-pay-link": { kind: "letter", name: "Letter: a link to pay an order that was made here" },
  "tell-made-ended": { kind: "letter", name: "Letter: an order that nobody paid has ended" },
  "tell-exchange-ended": { kind: "letter", name: "Letter: an exchange has ended" },
  "tell-change": { kind: "letter", name: "Letter: a change of an order" },
  "tell-of-word-plan": { kind: "letter", name: "Letter: what became of planned words, to you" },
  "tell-cancelled": { kind: "letter", name: "Letter: order cancelled" },
  "tell-lost": { kind: "letter", name: "Letter: a lost parcel is sent again" },
  "tell-found": { kind: "letter", name: "Letter: a lost parcel turned up" },
  "tell-backup-failed": { kind: "letter", name: "Letter: a backup could not be restored, to you" },
  "tell-tax-questions": { kind: "letter", name: "Letter: Stripe Tax is asked very often, to you" },
  "tell-delay": { kind: "letter", name: "Letter: your order takes longer" },
  "tell-dispute": { kind: "letter", name: "Letter: a payment is disputed, to you" },
  "tell-low-stock": { kind: "letter", name: "Letter: what is running low, to you" },
  "tell-return-received": { kind: "letter", name: "Letter: your return is here" },
  "tell-shipped": { kind: "letter", name: "Letter: your parcel has left" },
  "welcome-subscriber": { kind: "letter", name: "Letter: welcome to the newsletter" },
  "member-invited": { kind: "letter", name: "Letter: an invitation into the workshop" },
  "member-reset": { kind: "letter", name: "Letter: a new password for a member" },
  "member-told": { kind: "letter", name: "Letter: what changed about a member" },
  "tell-new-order": { kind: "letter", name: "Letter: a new order, to you" },
  "tell-new-orders": { kind: "letter", name: "Letter: the day's new orders, to you" },
  "tell-return-label": { kind: "letter", name: "Letter: the label of a return" },
  "tell-return-refused": { kind: "letter", name: "Letter: a return is refused" },
  "tell-return-settled": { kind: "letter", name: "Letter: a return is settled" },
  "gateway-event": { kind: "money", name: "News from the payment gateway" },
  "payment-heard": { kind: "money", name: "A payment that has arrived" },
  "reconcile-payments": { kind: "money", name: "Comparing payments with the gateway" },
  "reconcile-disputes": { kind: "money", name: "Comparing disputes with the gateway" },
  "send-owed-refunds": { kind: "money", name: "Refunds that are owed" },
  "send-refund": { kind: "money", name: "A refund and its letter" },
  "read-balance": { kind: "money", name: "Reading fees and payouts from the gateway" },
  "sum-ledger": { kind: "house", name: "Adding up sales for the figures" },
  "sweep-stock-requests": { kind: "house", name: "Deleting answered requests for letters about stock" },
  "sweep-searched-words": { kind: "house", name: "Forgetting searches that few made" },
  "report-taxes": { kind: "money", name: "Telling Stripe Tax of orders and refunds" },
  "look-at-tax-questions": { kind: "house", name: "Looking how often Stripe Tax was asked" },
  "sweep-tax-answers": { kind: "house", name: "Forgetting old answers of Stripe Tax" },
  "end-personal-data": { kind: "house", name: "Erasing personal data whose time is over" },
  "send-person-code": { kind: "letter", name: "Letter: the code for a request about personal data" },
  "tell-request-refused": { kind: "letter", name: "Letter: a request about personal data is refused" },
  "tell-copy-ready": { kind: "letter", name: "Letter: where a person's copy is" },
  "make-person-copy": { kind: "house", name: "Making the copy of a person's data" },
  "erase-person": { kind: "house", name: "Erasing a person" },
  "end-links-of-former-corrections": { kind: "house", name: "Ending links in letters to corrected addresses" },
  "settle-import-pictures": { kind: "house", name: "Giving pictures of an import to its goods" },
  "end-exchange": { kind: "money", name: "Freeing what was kept for an exchange" },
  "end-change": { kind: "money", name: "Ending a change of an order that was not paid" },
  "expire-draft": { kind: "house", name: "Letting go of an unpaid order" },
  "make-backup": { kind: "house", name: "Making a backup" },
  "test-backup": { kind: "house", name: "Testing the newest backup" },
  "look-for-low-stock": { kind: "house", name: "Looking for what is running low" },
  "look-for-stock": { kind: "house", name: "Looking for what is back in stock" },
  "picture-widths": { kind: "house", name: "Making the sizes of a picture" },
  "fetch-import-pictures": { kind: "house", name: "Fetching the pictures of an import" },
  "sweep-content-imports": { kind: "house", name: "Forgetting imports of content that nobody put in" },
  "sweep-imports": { kind: "house", name: "Forgetting old files of imports" },
  "sweep-pictures": { kind: "house", name: "Deleting pictures that nothing shows" },
  "sweep-price-plans": { kind: "house", name: "Starting and ending planned prices" },
  "sweep-word-plans": { kind: "house", name: "Planned words that go on the shop" },
  "sweep-product-plans": { kind: "house", name: "Products that go on the shop at a time" },
  "look-for-new-orders": { kind: "house", name: "Looking for the day's new orders" },
  "sweep-members": { kind: "house", name: "Forgetting old sessions and links" },
  "sweep-submissions": { kind: "house", name: "Forgetting forms that were sent" },
  "sweep-rate-limits": { kind: "house", name: "Tidying up the limits" },
});

/** Name and kind of a queue; an unknown queue keeps its stored name. */
export const wordsFor = (queue: string): JobWords => jobWords[queue] ?? { kind: "house", name: queue };
