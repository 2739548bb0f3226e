const FORMAT = { weekday: "short", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" } as const;

/** A moment as members read it, with its zone. */
export const momentWords = (moment: Date, timeZone = "America/Denver"): string =>
  new Intl.DateTimeFormat("en-US", { ...FORMAT, timeZone, timeZoneName: "short" }).format(moment);
