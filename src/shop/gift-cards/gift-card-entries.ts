/** Causes of a card's entries. */
export type GiftCardEntryKind = "sold" | "given" | "used" | "given-back" | "paid-out" | "corrected";

/** Ways in which a member paid out what was left of a card; the shop moves no money itself. */
export const paidOutWays = ["cash", "check", "bank-transfer", "other"] as const;
export type PaidOutWay = (typeof paidOutWays)[number];
