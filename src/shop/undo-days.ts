import { DAY } from "~/platform/durations";

/** Days after which a change can no longer be undone. In a separate file, so that pages that quote it load nothing else. */
export const UNDO_DAYS = 90;

/** Whether a change made at `at` can still be undone. */
export const isUndoTime = (at: Date, now: Date): boolean => at.getTime() >= now.getTime() - UNDO_DAYS * DAY;
