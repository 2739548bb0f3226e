import { describe, expect, test } from "vitest";
import { nextMeeting, nextOccurrence } from "./schedule-days";
import { formatMeeting, formatOccurrence } from "./schedule-words";
import { ChapterQuery } from "./chapter-query";

const SATURDAY = 6;
const SUNDAY = 0;

describe("a chapter's meetings", () => {
  test("are today if today is the first Saturday of the month", () => {
    expect(nextMeeting({ nth: 1, weekday: SATURDAY }, "2026-12-05")).toBe("2026-12-05");
  });

  test("are next month once this month's meeting is over, also across the end of the year", () => {
    expect(nextMeeting({ nth: 1, weekday: SATURDAY }, "2026-12-06")).toBe("2027-01-02");
  });

  test("on the last Sunday may be on the fourth or the fifth", () => {
    expect(nextMeeting({ nth: -1, weekday: SUNDAY }, "2026-11-01")).toBe("2026-11-29");
    expect(nextMeeting({ nth: -1, weekday: SUNDAY }, "2027-02-01")).toBe("2027-02-28");
  });

  test("of every week are within the next seven days", () => {
    expect(nextMeeting({ nth: 0, weekday: 3 }, "2026-11-21")).toBe("2026-11-25");
  });

  test("on a fifth Saturday skip months that have none", () => {
    expect(nextMeeting({ nth: 5, weekday: SATURDAY }, "2026-11-21")).toBe("2027-01-30");
  });

  test("are announced with their weekday", () => {
    expect(formatMeeting("2026-12-05")).toBe("Saturday, December 5");
  });
});

describe("the calendar of events", () => {
  const homecoming = { month: 5, nth: 3, weekday: SATURDAY, startOffset: -1, days: 3 };

  test("has the Homecoming Rally on the third weekend of May, from Friday to Sunday", () => {
    expect(nextOccurrence(homecoming, "2026-11-21")).toEqual({ first: "2027-05-14", last: "2027-05-16" });
  });

  test("shows a running event until its last day, then next year's", () => {
    expect(nextOccurrence(homecoming, "2027-05-16").first).toBe("2027-05-14");
    expect(nextOccurrence(homecoming, "2027-05-17").first).toBe("2028-05-19");
  });

  test("formats days of one month, of two months and a single day", () => {
    expect(formatOccurrence({ first: "2027-05-14", last: "2027-05-16" })).toBe("May 14-16, 2027");
    expect(formatOccurrence({ first: "2027-09-30", last: "2027-10-02" })).toBe("September 30-October 2, 2027");
    expect(formatOccurrence({ first: "2026-12-05", last: "2026-12-05" })).toBe("December 5, 2026");
  });
});

describe("the form for chapters", () => {
  const complaints = (values: Record<string, string>) => {
    const { error } = ChapterQuery.safeParse(values);
    return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
  };

  test("needs only a state to search", () => {
    expect(complaints({ name: "", email: "", state: "AZ" })).toEqual([]);
  });

  test("requires a state", () => {
    expect(complaints({ name: "Jo", email: "", state: "" })).toEqual(["state: Please choose your state."]);
  });

  test("requires a name and a valid address to join", () => {
    expect(complaints({ name: "", email: "jo@example.com", state: "AZ" })).toEqual([
      "name: Please enter your name, so that the organizer knows who is coming.",
    ]);
    expect(complaints({ name: "Jo", email: "jo", state: "AZ" })).toEqual([
      "email: Please enter a valid e-mail address.",
    ]);
  });
});
