/** Days for which a change can be undone. In a file of its own, so that screens that quote it load nothing else. */
export const UNDO_DAYS = 90;

/** Whether a change of that moment is recent enough to be undone. */
export const isUndoTime = (at: Date, now: Date): boolean => at.getTime() >= now.getTime() - UNDO_DAYS * 86_400_000;
