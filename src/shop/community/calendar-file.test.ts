import { describe, expect, test } from "vitest";
import { calendarFile } from "./calendar-file";
import { nextOccurrence } from "./schedule-days";

const event = {
  id: "rally",
  name: "Rally; north, west",
  city: "Flagstaff",
  state: "AZ",
  description: "Three days\nin the pines",
};
const file = (turn: { first: string; last: string }) =>
  calendarFile({
    event,
    turn,
    shopName: "Iron Mesa",
    page: "https://shop.example/community",
    today: "2026-03-01",
  });
const fieldOf = (text: string, name: string) => new RegExp(`^${name}[^:]*:(.*)\\r$`, "m").exec(text)?.[1];

describe("[B-68] an event", () => {
  // From Friday to Sunday around the second Sunday of March, on which daylight saving time begins.
  const rule = { month: 3, nth: 2, weekday: 0, startOffset: -2, days: 3 };

  test("that is over is followed by its next occurrence", () => {
    expect(nextOccurrence(rule, "2027-03-14")).toEqual({ first: "2027-03-12", last: "2027-03-14" });
    expect(nextOccurrence(rule, "2027-03-15")).toEqual({ first: "2028-03-10", last: "2028-03-12" });
  });

  test("over a change of the clock has exactly its days in a calendar file", () => {
    const text = file(nextOccurrence(rule, "2027-01-01"));
    expect(text).toContain("DTSTART;VALUE=DATE:20270312\r\nDTEND;VALUE=DATE:20270315\r\n");
    expect(text).not.toMatch(/DTSTART[^\r]*T\d/);
    expect(file({ first: "2026-10-30", last: "2026-11-01" })).toContain("DTEND;VALUE=DATE:20261102\r\n");
  });

  test("keeps its texts in the file, even with special characters", () => {
    const text = file({ first: "2027-05-14", last: "2027-05-16" });
    expect(fieldOf(text, "SUMMARY")).toBe("Rally\\; north\\, west");
    expect(fieldOf(text, "DESCRIPTION")).toBe("Three days\\nin the pines");
    for (const line of text.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    const long = calendarFile({
      event: { ...event, description: "Zoë ".repeat(60) },
      turn: { first: "2027-05-14", last: "2027-05-16" },
      shopName: "Iron Mesa",
      page: "https://shop.example/community",
      today: "2026-03-01",
    });
    for (const line of long.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(long.replaceAll("\r\n ", "")).toContain("Zoë Zoë Zoë");
  });
});
