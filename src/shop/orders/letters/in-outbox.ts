/** Set in the details of a letter's event while no mail server is set up: it was written, and lies in the outbox folder. */
export const IN_OUTBOX = "inOutbox";

/** Whether the letter that an event records never left, because there was no mail server. */
export const isInOutbox = (details: Record<string, unknown>): boolean => details[IN_OUTBOX] === true;
