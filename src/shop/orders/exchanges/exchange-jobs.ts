/** Payload of the jobs about exchanges: the number of the return. */
export interface EndExchange {
  number: string;
}

/** Name of the job queue that ends exchanges whose goods are reserved beyond their time. */
export const END_EXCHANGE = "end-exchange";

/** Name of the job queue for letters to shoppers that goods for an exchange are no longer reserved. */
export const TELL_EXCHANGE_ENDED = "tell-exchange-ended";
