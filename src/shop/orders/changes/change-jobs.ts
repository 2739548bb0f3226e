/** Names of the job queues about changes of orders, and their payloads. */

/** Job that ends a change whose time is over. */
export const END_CHANGE = "end-change";
export interface EndChange {
  changeId: string;
}

/** Job that sends the shopper a letter about a change: payment requested, change made, or change ended without effect. */
export const TELL_CHANGE = "tell-change";
export interface TellChange {
  changeId: string;
  letter: "asked" | "changed" | "ended";
  /** Number of the repeated letter that asks for the payment; unset for the first letter. */
  again?: number;
}
