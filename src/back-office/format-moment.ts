import { lastMoment, spokenTime } from "~/shop/shop-time";
import type { SpokenMoment } from "./ui/moment";

/** Formats a moment with weekday, date, time and time zone: "Friday, November 20, 9:00 am MST". */
export const momentWords = lastMoment;

/** Formats a moment for lists: relative to now, and as an exact time for its tooltip. */
export const spokenMoment = (moment: Date, now: Date, timeZone: string): SpokenMoment => ({
  iso: moment.toISOString(),
  words: spokenTime(moment, now, timeZone),
  exact: momentWords(moment, timeZone),
});
