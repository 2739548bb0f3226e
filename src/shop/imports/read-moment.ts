import { DAY } from "~/platform/durations";
import { parseMoment } from "~/shop/wall-clock";

/**
 * Reads a time such as "2026-11-27", "2026-11-27 8:00:00" or "2026-11-27T08:00:00-07:00", in the shop's time zone unless the text
 * states one. A date alone means the start of the day, or the start of the next day if `day` is "end". Returns null for an empty
 * cell, undefined for an invalid text.
 */
export function readMoment(text: string, timeZone: string, day: "start" | "end" = "start"): Date | null | undefined {
  const typed = text.trim();
  if (typed === "") return null;
  const zoned = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/.test(typed);
  if (zoned) {
    const moment = new Date(typed.replace(" ", "T"));
    return Number.isNaN(moment.getTime()) ? undefined : moment;
  }
  const parts = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{1,2}:\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(typed);
  if (!parts) return undefined;
  const [, date = "", time, seconds = "0"] = parts;
  if (time === undefined && day === "end") return parseMoment(`${dayAfter(date)}T00:00`, timeZone);
  const minute = parseMoment(`${date}T${(time ?? "0:00").padStart(5, "0")}`, timeZone);
  return minute && new Date(minute.getTime() + Number(seconds) * 1000);
}

function dayAfter(date: string): string {
  const noon = Date.parse(`${date}T12:00:00Z`);
  return Number.isNaN(noon) ? "" : new Date(noon + DAY).toISOString().slice(0, 10);
}
