import { z } from "zod";

const Weekday = z.int().min(0).max(6);
const Nth = z.int().min(-1).max(4);

/** Schema of the rule for a chapter's meetings: a weekday of every week or of each month, and the time; see `MonthlyRule`. */
export const MeetingSchedule = z.object({ nth: Nth, weekday: Weekday, time: z.string().trim().min(1) });

/** Schema of the rule for a yearly event. */
export const EventSchedule = z.object({
  month: z.int().min(1).max(12),
  nth: Nth,
  weekday: Weekday,
  startOffset: z.int().min(-30).max(30),
  days: z.int().min(1).max(60),
});
