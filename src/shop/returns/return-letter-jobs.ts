/** Queues of letters about returns, with their payloads. */
export interface OfReturn {
  number: string;
  /** Version of the return when it was corrected: another letter. */
  correction?: number;
}

/** Instructions for an approved return. */
export const INSTRUCT_RETURN = "instruct-return";

/** The label of a return whose instructions were sent before. */
export const NOTIFY_LABEL = "tell-return-label";

/** A return cannot come back. */
export const NOTIFY_REFUSED = "tell-return-refused";

/** A return arrived. */
export const NOTIFY_RECEIVED = "tell-return-received";

/** A return is settled. */
export const NOTIFY_SETTLED = "tell-return-settled";
