import { expect, test } from "vitest";
import { cents } from "./money";
import { defaultSettings, filled, fillPlaceholdersDeep } from "./settings";

test("a text quotes the settings in force", () => {
  const settings = { ...defaultSettings, returnDays: 45, freeDeliveryFrom: cents(250_00) };

  expect(filled("{returnDays} days, free from {freeShippingOver}", settings)).toBe("45 days, free from $250");
});

test("braces that name no setting stay as they are", () => {
  expect(filled("Chapters and meet-ups in {state}", defaultSettings)).toBe("Chapters and meet-ups in {state}");
});

test("every text inside a page is filled, other values are left alone", () => {
  expect(
    fillPlaceholdersDeep({ note: "{deliveryFee}", rows: [{ open: false, text: "{replyWithin}" }] }, defaultSettings),
  ).toEqual({
    note: "$3.99",
    rows: [{ open: false, text: "2 business days" }],
  });
});
