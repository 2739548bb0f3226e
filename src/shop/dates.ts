const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** 2026-11-05 → "November 5, 2026". The one way a date is written on screen and in letters. */
export const formatDay = (date: Date | string): string => day.format(new Date(date));
