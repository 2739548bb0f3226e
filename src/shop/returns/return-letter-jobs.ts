/** The jobs that send letters about returns: their queues, and what each has to know. */
export interface OfReturn {
  number: string;
  /** The letter is sent again with what was corrected: in which version of the return. */
  correction?: number;
}

/** A return may come back: how to send it. */
export const INSTRUCT_RETURN = "instruct-return";

/** The label of a return whose instructions were sent before. */
export const NOTIFY_LABEL = "tell-return-label";

/** A return cannot come back. */
export const NOTIFY_REFUSED = "tell-return-refused";

/** A return arrived. */
export const NOTIFY_RECEIVED = "tell-return-received";

/** A return is settled. */
export const NOTIFY_SETTLED = "tell-return-settled";
