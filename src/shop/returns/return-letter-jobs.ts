export { NOTIFY_LABEL, type OfReturn } from "~/shop/orders/letters/letter-jobs";

/** Job that sends the instructions for an approved return. */
export const INSTRUCT_RETURN = "instruct-return";

/** Job that tells the shopper that a return was refused. */
export const NOTIFY_REFUSED = "tell-return-refused";

/** Job that tells the shopper that a return has arrived. */
export const NOTIFY_RECEIVED = "tell-return-received";

/** Job that tells the shopper that a return is settled. */
export const NOTIFY_SETTLED = "tell-return-settled";
