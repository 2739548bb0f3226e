/** Causes of a card's entries. `refunded`: what went back of the price of a sold card, and its opposite if it did not arrive. */
export type GiftCardEntryKind = "sold" | "given" | "used" | "given-back" | "refunded" | "paid-out" | "corrected";

/** Ways in which a member paid out what was left of a card; the shop moves no money itself. */
export const paidOutWays = ["cash", "check", "bank-transfer", "other"] as const;
export type PaidOutWay = (typeof paidOutWays)[number];
