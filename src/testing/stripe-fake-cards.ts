export type CardOutcome =
  { kind: "succeed" | "require-action" | "process" | "succeed-undelivered" } | { kind: "decline"; error: CardDecline };

export interface CardDecline {
  code: string;
  decline_code?: string | undefined;
  message: string;
}

const decline = (code: string, message: string, decline_code?: string): CardOutcome => ({
  kind: "decline",
  error: {
    code,
    message,
    decline_code,
  },
});

/** Behavior of refunds, by the card that paid; refunds to other cards succeed at once. */
export const refundCards: Record<string, "pending-first" | "fails-late" | "refused"> = {
  "4000000000007726": "pending-first",
  "4000000000005126": "fails-late",
  "4000000000010027": "refused",
};

/** Behavior of test cards, by number. The last three exist only in this fake, because Stripe has no card with their behavior. */
export const fakeCards: Record<string, CardOutcome> = {
  "4242424242424242": { kind: "succeed" },
  "5555555555554444": { kind: "succeed" },
  "4000002500003155": { kind: "require-action" },
  "4000002760003184": { kind: "require-action" },
  /** Refunds to this card are first pending; refunds to the next one succeed first and fail later. */
  "4000000000007726": { kind: "succeed" },
  "4000000000005126": { kind: "succeed" },
  "4000000000000002": decline("card_declined", "Your card was declined.", "generic_decline"),
  "4000000000009995": decline("card_declined", "Your card has insufficient funds.", "insufficient_funds"),
  "4000000000000069": decline("expired_card", "Your card has expired."),
  "4000000000000127": decline("incorrect_cvc", "Your card's security code is incorrect."),
  "4000000000000119": decline(
    "processing_error",
    "An error occurred while processing your card. Try again in a little bit.",
  ),
  /** The payment stays in processing until the test decides its outcome. */
  "4000000000010007": { kind: "process" },
  /** The payment succeeds, but the connection breaks before the response reaches the browser. */
  "4000000000010015": { kind: "succeed-undelivered" },
  /** Refunds to this card are refused at once. */
  "4000000000010027": { kind: "succeed" },
};
