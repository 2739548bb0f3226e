/** Formats an ISO date with its weekday: 2026-11-20 → "Fri, November 20". */
export const dayWords = (day: string): string =>
  (formatter ??= new Intl.DateTimeFormat("en-US", {
    timeZone: "UTC",
    weekday: "short",
    month: "long",
    day: "numeric",
  })).format(new Date(`${day}T12:00:00Z`));

let formatter: Intl.DateTimeFormat | undefined;
