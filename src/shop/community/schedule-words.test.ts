import { expect, test } from "vitest";
import content from "~/demo/content/events.json" with { type: "json" };
import { eventWords, meetingWords, timeWords } from "./schedule-words";

test("texts made from the demo shop's schedules equal the texts that it stores", () => {
  for (const { name, schedule, rule, time } of content.chapters)
    expect([name, meetingWords(schedule), timeWords(schedule.time)]).toEqual([name, rule, time]);
  for (const { name, schedule, rule } of content.events) expect([name, eventWords(schedule)]).toEqual([name, rule]);
});

test("texts of other schedules name all their parts", () => {
  const monday = { month: 6, nth: 1, weekday: 1 };
  expect(eventWords({ ...monday, startOffset: -1, days: 4 })).toBe(
    "4 days from the day before the first Monday of June",
  );
  expect(eventWords({ ...monday, startOffset: 2, days: 1 })).toBe("2 days after the first Monday of June");
  expect(eventWords({ ...monday, startOffset: 0, days: 3 })).toBe("3 days from the first Monday of June");
  expect([timeWords("00:15"), timeWords("12:00"), timeWords("23:05")]).toEqual(["12:15 am", "12:00 pm", "11:05 pm"]);
});
