import { type Cents, cents } from "~/shop/money";

/** Names of the fields by which a member gives store credit: the tick, and the words about what the shopper agreed to. */
export const CREDIT = { tick: "store-credit", words: "agreed" } as const;

/** Part of a refund that becomes store credit, in cents: what gift cards paid goes back onto these. */
export const creditOf = (refund: Cents, creditable: Cents): Cents => cents(Math.min(refund, creditable));
