/** Queues of exchanges, with their payload: the number of the return. */
export interface EndExchange {
  number: string;
}

/** The time for which goods of an exchange are kept is over. */
export const END_EXCHANGE = "end-exchange";

/** Letter to the shopper: goods for an exchange are no longer reserved. */
export const TELL_EXCHANGE_ENDED = "tell-exchange-ended";
