import { DAY } from "~/platform/durations";
import type { Day } from "./schedule-days";

interface CalendarEvent {
  id: string;
  name: string;
  city: string;
  state: string;
  description: string;
}

interface CalendarEntry {
  event: CalendarEvent;
  turn: { first: Day; last: Day };
  shopName: string;
  /** Address of the shop's page that announces the event. */
  page: string;
  /** Day on which the file is written. */
  today: Day;
}

/** An event as an iCalendar file (RFC 5545), with whole days, which do not depend on time zones and clock changes. */
export function calendarFile({ event, turn, shopName, page, today }: CalendarEntry): string {
  const { id, name, city, state, description } = event;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${textOf(shopName)}//Community//EN`,
    "BEGIN:VEVENT",
    `UID:${id}-${turn.first}@${new URL(page).hostname}`,
    `DTSTAMP:${compact(today)}T000000Z`,
    `DTSTART;VALUE=DATE:${compact(turn.first)}`,
    // The end is exclusive: the day after the last.
    `DTEND;VALUE=DATE:${compact(dayAfter(turn.last))}`,
    `SUMMARY:${textOf(name)}`,
    `LOCATION:${textOf(`${city}, ${state}`)}`,
    `DESCRIPTION:${textOf(description)}`,
    `URL:${page}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

const compact = (day: Day): string => day.replaceAll("-", "");

const dayAfter = (day: Day): Day => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString().slice(0, 10);

const textOf = (text: string): string =>
  text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r?\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");

/** Folds a line at 75 octets, as the format requires; continuation lines begin with a space. */
function folded(line: string): string {
  const parts: string[] = [""];
  for (const letter of line) {
    const part = parts.at(-1) ?? "";
    if (new TextEncoder().encode(part + letter).length > (parts.length > 1 ? 74 : 75)) parts.push(letter);
    else parts[parts.length - 1] = part + letter;
  }
  return parts.join("\r\n ");
}
