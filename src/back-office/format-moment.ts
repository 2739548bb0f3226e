import { spokenTime } from "~/shop/shop-time";
import type { SpokenMoment } from "./ui/moment";

const FORMAT = { weekday: "short", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** Formats a moment with weekday, date, time and time zone. */
export const momentWords = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { ...FORMAT, timeZone, timeZoneName: "short" }).format(moment);

/** Formats a moment for lists: relative to now, and as an exact time for its tooltip. */
export const spokenMoment = (moment: Date, now: Date, timeZone: string): SpokenMoment => ({
  iso: moment.toISOString(),
  words: spokenTime(moment, now, timeZone),
  exact: momentWords(moment, timeZone),
});
