/** Payload of the jobs that send letters about returns. */
export interface OfReturn {
  number: string;
  /** Set after a correction: the corrected return's version, for which another letter is sent. */
  correction?: number;
}

/** Job that sends the instructions for an approved return. */
export const INSTRUCT_RETURN = "instruct-return";

/** Job that sends a return's label after its instructions, or the letter that there is none. */
export const NOTIFY_LABEL = "tell-return-label";

/** Job that tells the shopper that a return was refused. */
export const NOTIFY_REFUSED = "tell-return-refused";

/** Job that tells the shopper that a return has arrived. */
export const NOTIFY_RECEIVED = "tell-return-received";

/** Job that tells the shopper that a return is settled. */
export const NOTIFY_SETTLED = "tell-return-settled";
