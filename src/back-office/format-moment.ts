import { spokenTime } from "~/shop/shop-time";
import type { SpokenMoment } from "./ui/moment";

const FORMAT = { weekday: "short", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** A moment as members read it, with its zone. */
export const momentWords = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { ...FORMAT, timeZone, timeZoneName: "short" }).format(moment);

/** A moment in the words of a list, with its exact time beside them. */
export const spokenMoment = (moment: Date, now: Date, timeZone: string): SpokenMoment => ({
  iso: moment.toISOString(),
  words: spokenTime(moment, now, timeZone),
  exact: momentWords(moment, timeZone),
});
