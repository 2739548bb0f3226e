/** Key in the details of a letter's event that marks a letter in the outbox folder, because no mail server is configured. */
export const IN_OUTBOX = "inOutbox";

/** Whether an event's letter is in the outbox folder instead of sent. */
export const isInOutbox = (details: Record<string, unknown>): boolean => details[IN_OUTBOX] === true;
