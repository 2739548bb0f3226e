/** Days for which a change can be taken back from the log. */
export const UNDO_DAYS = 90;
