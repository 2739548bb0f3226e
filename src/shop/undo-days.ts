/** Days for which a change can be taken back from the log. By itself, so that screens that quote it load nothing else. */
export const UNDO_DAYS = 90;
