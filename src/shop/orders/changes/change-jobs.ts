/** Queues of changes of orders, with their payloads. */

/** The time of a change is over. */
export const END_CHANGE = "end-change";
export interface EndChange {
  changeId: string;
}

/** A letter to the shopper about a change: its payment is asked for, it was made, or it ended without effect. */
export const TELL_CHANGE = "tell-change";
export interface TellChange {
  changeId: string;
  letter: "asked" | "changed" | "ended";
  /** Number of the letter that asks for the payment; unset for the first. */
  again?: number;
}
