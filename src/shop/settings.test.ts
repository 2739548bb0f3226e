import { describe, expect, test } from "vitest";
import type { DeliveryAmount } from "./delivery-zones";
import { defaultSettings, filled, fillPlaceholdersDeep, Settings } from "./settings";

test("a text quotes the current settings", () => {
  const settings = { ...defaultSettings, returnDays: 45, freeDeliveryFrom: 250_00 as DeliveryAmount };

  expect(filled("{returnDays} days, free from {freeShippingOver}", settings)).toBe("45 days, free from $250");
});

test("braces without a setting's name stay unchanged", () => {
  expect(filled("Chapters and meet-ups in {state}", defaultSettings)).toBe("Chapters and meet-ups in {state}");
});

test("all texts inside a page's JSON are filled, other values stay unchanged", () => {
  expect(
    fillPlaceholdersDeep({ note: "{deliveryFee}", rows: [{ open: false, text: "{replyWithin}" }] }, defaultSettings),
  ).toEqual({
    note: "$3.99",
    rows: [{ open: false, text: "2 business days" }],
  });
});

describe("the schema of settings", () => {
  const isTaken = (changes: Record<string, unknown>) => Settings.safeParse({ ...defaultSettings, ...changes }).success;

  test.each([
    "",
    "  ",
    "x".repeat(121),
    "Two\nlines",
    "Bcc: a@b.example\r\nX: 1",
    "Nul\0",
    "<b>Mesa</b>",
    "{shopName}",
  ])("a shop name of %j is refused", (shopName) => {
    expect(isTaken({ shopName })).toBe(false);
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "mesa", `https://${"x".repeat(200)}.example`])(
    "the link %s is refused",
    (instagram) => {
      expect(isTaken({ social: { ...defaultSettings.social, instagram } })).toBe(false);
    },
  );

  test("amounts and times out of range are refused", () => {
    for (const changes of [
      { deliveryFee: -1 },
      { deliveryFee: 1e12 },
      { returnDays: 1e9 },
      { timeZone: "Mars/Olympus" },
    ])
      expect([changes, isTaken(changes)]).toEqual([changes, false]);
    expect(isTaken({ shopName: "Dust & Bone", shopAddress: "", returnDays: 45, deliveryFee: 0 })).toBe(true);
  });
});
