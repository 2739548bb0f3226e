/** Days for which a change can be undone. In a file of its own, so that screens that quote it load nothing else. */
export const UNDO_DAYS = 90;
