/** Detail of a letter's event while no mail server is set up: the letter is in the outbox folder. */
export const IN_OUTBOX = "inOutbox";

/** Whether an event's letter was not sent for lack of a mail server. */
export const isInOutbox = (details: Record<string, unknown>): boolean => details[IN_OUTBOX] === true;
